import { env } from "@/lib/config/env";
import { isAtDomain } from "@/lib/http/methods";
import { GET as refuse } from "../../[slug]/[...path]/route";

export const dynamic = "force-dynamic";

/** While it is off, these paths are like any others without a page. */
async function answer(request: Request): Promise<Response> {
  if (env().SHLINK_API === "off" || isAtDomain(request)) return refuse(request);
  const { answerShlink } = await import("@/lib/http/doors/shlink");
  return answerShlink(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
