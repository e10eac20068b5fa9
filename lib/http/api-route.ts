import { randomUUID } from "node:crypto";
import { TooManyGuesses } from "../auth/guess-limits";
import { requireApiToken } from "../auth/require-api-token";
import { isDatabaseAway } from "../database/database-errors";
import { DeadlineError, withDeadline } from "../database/deadline";
import { SluglineError } from "../errors";
import { log } from "../log";
import { journalDrained } from "../visits/journal-drained";
import { requestAddress } from "./peer-address";
import { problemResponse } from "./problem";

/** Past this a request is answered 503: the database is too slow to be waited for. */
const limitMs = 5_000;

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
const reads: ReadonlySet<Method> = new Set(["GET", "HEAD", "OPTIONS"]);
type Handler<C> = (request: Request, context: C) => Response | Promise<Response>;

/**
 * The handlers of one path under /api, one for every method that Next knows. Each asks for the token before anything
 * else, gives every answer its request id, and turns whatever is thrown into a problem body.
 */
export function apiRoute<C>(handlers: Partial<Record<Method, Handler<C>>>): Record<Method, Handler<C>> {
  const known: typeof handlers = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = Object.keys(known).sort().join(", ");

  const answer = (method: Method) => async (request: Request, context: C) => {
    const requestId = requestIdOf(request);
    const response = await attempt(
      async () => {
        const address = () => requestAddress(request.headers.get("x-forwarded-for"));
        const { canWrite } = await withDeadline(requireApiToken(request.headers.get("authorization"), address, new Date()), limitMs);
        const handler = known[method];
        if (!handler) throw new SluglineError("method_not_allowed", `This path answers ${allow || "no method"}.`);
        if (!canWrite && !reads.has(method)) {
          throw new SluglineError("forbidden", "This token may only read: use one that may write, from the dashboard's settings.");
        }
        const handle = async () => {
          await journalDrained();
          return handler(request, context);
        };
        return withDeadline(handle(), limitMs);
      },
      requestId,
      allow,
    );
    response.headers.set("X-Request-Id", requestId);
    response.headers.set("Cache-Control", "no-store");
    return response;
  };

  return {
    GET: answer("GET"),
    HEAD: answer("HEAD"),
    POST: answer("POST"),
    PUT: answer("PUT"),
    PATCH: answer("PATCH"),
    DELETE: answer("DELETE"),
    OPTIONS: answer("OPTIONS"),
  };
}

async function attempt(handle: () => Promise<Response>, requestId: string, allow: string): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    return problemResponse(...refusal(error, requestId, allow));
  }
}

/** What a caller is told of an error. Only expected refusals speak for themselves; the rest is logged and said in fixed words. */
function refusal(error: unknown, requestId: string, allow: string): Parameters<typeof problemResponse> {
  if (error instanceof SluglineError) {
    if (error.code === "unauthorized") return [error, requestId, { "WWW-Authenticate": "Bearer" }];
    if (error instanceof TooManyGuesses) return [error, requestId, { "Retry-After": String(error.retryAfterS) }];
    if (error.code === "method_not_allowed") return [error, requestId, { Allow: allow }];
    return [error, requestId];
  }
  log().error({ requestId, error: error instanceof Error ? error.message : "unknown" }, "an API request failed");
  if (error instanceof DeadlineError || isDatabaseAway(error)) {
    return [
      new SluglineError("unavailable", "The database cannot be reached right now: try again in a few seconds."),
      requestId,
      { "Retry-After": "5" },
    ];
  }
  return [new SluglineError("internal_error", "The request failed on this server. Its log has the details under the request id."), requestId];
}

/** The caller's own request id when it is safe to log and send back, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
