import { env } from "@/lib/config/env";
import { apiRoute } from "@/lib/http/api-route";
import { readMetrics } from "@/lib/service/metrics";

/** Metrics of the whole instance for Prometheus. METRICS_TOKEN opens only this path. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute(
  { GET: async () => new Response(await readMetrics(new Date()), { headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } }) },
  { readToken: () => env().METRICS_TOKEN },
);
