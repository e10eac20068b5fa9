import { randomUUID } from "node:crypto";
import { TooManyGuesses } from "../auth/guess-limits";
import { requireApiToken } from "../auth/require-api-token";
import { withDeadline } from "../database/deadline";
import { type ErrorCode, SluglineError } from "../errors";
import { toRefusal } from "../to-refusal";
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

/** What a caller is told of an error, with the headers that belong to it. */
function refusal(error: unknown, requestId: string, allow: string): Parameters<typeof problemResponse> {
  const refused = toRefusal(error, requestId);
  if (refused instanceof TooManyGuesses) return [refused, requestId, { "Retry-After": String(refused.retryAfterS) }];
  return [refused, requestId, headersOf(refused.code, allow)];
}

function headersOf(code: ErrorCode, allow: string): Record<string, string> {
  if (code === "unauthorized") return { "WWW-Authenticate": "Bearer" };
  if (code === "method_not_allowed") return { Allow: allow };
  return code === "unavailable" ? { "Retry-After": "5" } : {};
}

/** The caller's own request id when it is safe to log and send back, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
