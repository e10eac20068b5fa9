import { allMethods } from "@/lib/http/methods";
import { json } from "@/lib/http/responses";
import { checkReadiness } from "@/lib/service/readiness";

export const dynamic = "force-dynamic";

/** Public readiness check for load balancers: 503 during shutdown and while the database is unavailable. */
async function answer(): Promise<Response> {
  const { ready, checks } = await checkReadiness();
  return json({ status: ready ? "ok" : "not ready", checks }, { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
