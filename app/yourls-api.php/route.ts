import { yourlsApi } from "@/lib/config/site-settings";
import { isAtDomain } from "@/lib/http/methods";
import { answerYourls } from "@/lib/http/yourls/yourls";
import { GET as visit } from "../[slug]/route";

export const dynamic = "force-dynamic";

/** While it is off, this path is like any other without a link. */
async function answer(request: Request): Promise<Response> {
  return yourlsApi() === "off" || isAtDomain(request) ? visit(request) : answerYourls(request);
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
