import { issues } from "@/lib/config/issues";
import { allMethods } from "@/lib/http/methods";
import { json } from "@/lib/http/responses";

export const dynamic = "force-dynamic";

/**
 * Public liveness check for supervisors, which restart the process if it does not answer or answers 503: the embedded
 * Postgres died and could not be restarted.
 */
function answer(): Response {
  const isDead = issues()
    .list()
    .some(({ name }) => name === "embedded-postgres");
  return json({ status: isDead ? "embedded Postgres failed" : "ok" }, { status: isDead ? 503 : 200, headers: { "Cache-Control": "no-store" } });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
