import { originOf, requestedDomain } from "@/lib/config/env";
import { lookFor } from "@/lib/config/site-settings";
import { noSuchPage } from "@/lib/visits/replies";
import { toResponse } from "@/lib/visits/visit";

export const dynamic = "force-dynamic";

/** Unknown paths of two or more segments. */
function refuse({ headers }: Request): Response {
  const header = (name: string) => headers.get(name);
  const look = lookFor(header("accept-language"));
  return toResponse(noSuchPage(originOf(requestedDomain(header)), look));
}

export {
  refuse as DELETE,
  refuse as GET,
  refuse as HEAD,
  refuse as OPTIONS,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
};
