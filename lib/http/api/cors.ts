import { env } from "../../config/env";

const accepted =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Api-Key, X-Request-Id";
const exposed =
  "Content-Disposition, ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Slugline-Not-Aggregated, Slugline-Waiting-Since, X-Request-Id";
/** How long a browser may keep the answer to a preflight. */
const keptS = "600";

/**
 * Lets pages of `API_CORS_ORIGINS` read the response. Cookies never take part: these pages need a
 * token like anybody.
 */
export function allowOrigin(request: Request, response: Response): void {
  const { API_CORS_ORIGINS } = env();
  if (API_CORS_ORIGINS.size === 0) return;
  response.headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !isAllowed(origin)) return;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Expose-Headers", exposed);
}

/**
 * The answer to a preflight of an allowed page (Fetch standard, "CORS-preflight request"), which
 * carries no token; else null.
 */
export function answerPreflight(request: Request, allow: string): Response | null {
  const origin = request.headers.get("origin");
  const isPreflight =
    request.method === "OPTIONS" &&
    origin !== null &&
    request.headers.has("access-control-request-method");
  if (!isPreflight || !isAllowed(origin)) return null;
  const headers = {
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": accepted,
    "Access-Control-Max-Age": keptS,
  };
  return new Response(null, { status: 204, headers });
}

function isAllowed(origin: string): boolean {
  const { API_CORS_ORIGINS } = env();
  return API_CORS_ORIGINS.has("*") || API_CORS_ORIGINS.has(origin);
}
