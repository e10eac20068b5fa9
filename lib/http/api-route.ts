import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { withDeadline } from "../core/deadline";
import { type ErrorCode, SluglineError } from "../core/errors";
import { toRefusal } from "../database/to-refusal";
import { withWriteDeadline } from "../database/write-deadline";
import { requireApiToken } from "../owners/api-access";
import { TooManyRequests } from "../owners/too-many-requests";
import { journalDrained } from "../visits/journal-drained";
import { linkChangesHeard } from "../visits/link-changes";
import { parseBody } from "./parse";
import { requestAddress } from "./peer-address";
import { problemResponse } from "./problem";

/** Past this a request is answered 503: the database is too slow to be waited for. */
const limitMs = 5_000;

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
const reads: ReadonlySet<Method> = new Set(["GET", "HEAD", "OPTIONS"]);
type Handler<C> = (request: Request, context: C) => Response | Promise<Response>;

/** Takes what it needs from the network first; what it returns then only waits for the database. */
interface TwoStepHandler<C> {
  prepare: (request: Request, context: C) => Promise<() => Promise<Response>>;
}

/** A handler of a JSON body. However slowly that arrives, it takes no time from the work, and no work begins without it. */
export function withBody<S extends z.ZodType, C>(schema: () => S, handle: (body: z.output<S>, context: C) => Promise<Response>): TwoStepHandler<C> {
  return {
    prepare: async (request, context) => {
      const body = await parseBody(request, schema());
      return () => handle(body, context);
    },
  };
}

/**
 * The handlers of one path under /api, one for every method that Next knows. Each asks for the token before anything
 * else, gives every answer its request id, and turns whatever is thrown into a problem body.
 */
export function apiRoute<C>(handlers: Partial<Record<Method, Handler<C> | TwoStepHandler<C>>>): Record<Method, Handler<C>> {
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
        const work = typeof handler === "function" ? async () => handler(request, context) : await handler.prepare(request, context);
        return inTime(work, reads.has(method));
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

/** The answer of `work` within the limit; refused when it comes too late, which changes nothing then. */
function inTime(work: () => Promise<Response>, isRead: boolean): Promise<Response> {
  const handle = async () => {
    await journalDrained();
    const response = await work();
    // Where visitors are answered by this thread, the change acts before the client hears of it.
    if (!isRead) await linkChangesHeard();
    return response;
  };
  return isRead ? withDeadline(handle(), limitMs) : withWriteDeadline(handle, limitMs);
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
  if (refused instanceof TooManyRequests) return [refused, requestId, { "Retry-After": String(refused.retryAfterS) }];
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
