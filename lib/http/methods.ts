import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestedDomain } from "../config/env";
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
