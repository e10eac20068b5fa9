import { isDashboardHost, originOf, requestedDomain } from "@/lib/config/env";
import { lookFor } from "@/lib/config/site-settings";
import { isSetUp } from "@/lib/sign-in/first-owner";
import { front, methodNotAllowed } from "@/lib/visits/replies";
import { toResponse } from "@/lib/visits/visit";

export const dynamic = "force-dynamic";

/** The public front page. Expired links redirect here. */
export async function GET({ headers }: Request): Promise<Response> {
  const header = (name: string) => headers.get(name);
  const look = lookFor(header("accept-language"));
  const dashboard = isDashboardHost(header) && ((await isSetUp()) ? "sign-in" : "setup");
  return toResponse(front(originOf(requestedDomain(header)), look, dashboard));
}

const refuse = () => toResponse(methodNotAllowed());

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
