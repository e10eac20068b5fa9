import { isDashboardHost, originOf, requestedDomain } from "@/lib/config/env";
import { lookFor } from "@/lib/config/site-settings";
import { front, methodNotAllowed } from "@/lib/visits/replies";
import { toResponse } from "@/lib/visits/visit";

export const dynamic = "force-dynamic";

/** The public front page. Expired links redirect here. */
export function GET({ headers }: Request): Response {
  const header = (name: string) => headers.get(name);
  const look = lookFor(header("accept-language"));
  return toResponse(front(originOf(requestedDomain(header)), look, isDashboardHost(header)));
}

const refuse = () => toResponse(methodNotAllowed());

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
