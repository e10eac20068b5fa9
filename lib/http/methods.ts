import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env, requestedDomain } from "../config/env";
import { SluglineError } from "../core/errors";
import { problemResponse, sendProblem } from "./problem";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

const reads: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Whether a method changes nothing. */
export function isRead(method: string | undefined): boolean {
  return reads.includes(method ?? "");
}

type Handle<G extends unknown[]> = (request: Request, ...given: G) => Response | Promise<Response>;

/**
 * The handlers of one path, one for every method that Next knows. Next alone would answer 405
 * without Allow or a body.
 */
export function allMethods<G extends unknown[]>(
  handlers: Partial<Record<Method, Handle<G>>>,
): Record<Method, Handle<G>> {
  const known = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = methods.filter((method) => method in known).join(", ");
  const notAllowed = new SluglineError("method_not_allowed", "methodsAccepted", { methods: allow });
  const answerWith =
    (handle: Handle<G> | undefined): Handle<G> =>
    async (request, ...given) => {
      const requestId = requestIdOf(request);
      const refuse = (error: SluglineError, headers = {}) =>
        problemResponse(error, requestId, { ...headers, "Cache-Control": "no-store" });
      const response = isAtDomain(request)
        ? refuse(notAtDomain())
        : ((await handle?.(request, ...given)) ?? refuse(notAllowed, { Allow: allow }));
      if (new URL(request.url).pathname.startsWith("/api/")) markApi(response, requestId);
      return response;
    };
  return Object.fromEntries(methods.map((method) => [method, answerWith(known[method])])) as Record<
    Method,
    ReturnType<typeof answerWith>
  >;
}

/** The caller's request id if it is safe to log and return, else a new one. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get("x-request-id");
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** What every response of the API has. */
export function markApi({ headers }: Response, requestId: string): void {
  headers.set("X-Request-Id", requestId);
  headers.set("Cache-Control", "no-store");
}

/** Whether it came by a further host, which answers short links only. */
export function isAtDomain({ headers }: Request): boolean {
  return requestedDomain((name) => headers.get(name)) !== null;
}

export function notAtDomain(): SluglineError {
  return new SluglineError("not_found", "shortLinksOnly");
}

/**
 * Answers methods that Next does not know, to which it would send 400 without a body. Returns false
 * for known methods, and below `/api`: like any other method that a path does not have, they are
 * first asked for a token there. No path has OPTIONS, but for preflights.
 */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "", url = "" } = request;
  if ((methods as readonly string[]).includes(method)) return false;
  if (url.startsWith("/api/")) {
    request.method = "OPTIONS";
    delete request.headers["access-control-request-method"];
    return false;
  }
  const hasForms = /^\/(?:dashboard\/|yourls-api\.php)/.test(url);
  const error = new SluglineError("method_not_allowed", "methodUnknown", { method });
  sendProblem(response, error, { Allow: hasForms ? "GET, HEAD, POST" : "GET, HEAD" });
  return true;
}

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
