import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { counts } from "../config/counts";
import { withDeadline } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { toRefusal } from "../database/to-refusal";
import { withWriteDeadline } from "../database/write-deadline";
import { requireApiToken } from "../owners/api-access";
import { TooManyRequests } from "../owners/too-many-requests";
import { journalDrained } from "../visits/journal-drained";
import { linkChangesHeard } from "../visits/link-changes";
import { isRead, type Method } from "./methods";
import { parseBody } from "./parse";
import { requestAddress } from "./peer-address";
import { problemResponse } from "./problem";

/** After this time a request gets 503: the database is too slow. */
export const limitMs = 5_000;

type Handler<C> = (request: Request, context: C) => Response | Promise<Response>;

/** `prepare` reads the body from the network. The function it returns waits only for the database. */
interface TwoStepHandler<C> {
  prepare: (request: Request, context: C) => Promise<() => Promise<Response>>;
}

/** A handler with a JSON body. A slow upload does not count against the time limit, and the work starts only once the body is complete. */
export function withBody<S extends z.ZodType, C>(schema: () => S, handle: (body: z.output<S>, context: C) => Promise<Response>): TwoStepHandler<C> {
  return {
    prepare: async (request, context) => {
      const body = await parseBody(request, schema());
      return () => handle(body, context);
    },
  };
}

/**
 * The handlers of one path under /api, one for every method that Next knows. Each checks the token first, adds the
 * request id to every response, and turns any error into a problem body. `readToken`: opens this path alone, for reading.
 */
export function apiRoute<C>(
  handlers: Partial<Record<Method, Handler<C> | TwoStepHandler<C>>>,
  { readToken }: { readToken?: () => string | undefined } = {},
): Record<Method, Handler<C>> {
  const known: typeof handlers = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = Object.keys(known).sort().join(", ");

  const answer = (method: Method) => async (request: Request, context: C) => {
    const from = performance.now();
    const requestId = requestIdOf(request);
    const response = await attempt(
      async () => {
        const address = () => requestAddress(request.headers.get("x-forwarded-for"));
        const { canWrite } = await withDeadline(requireApiToken(request.headers.get("authorization"), address, new Date(), readToken?.()), limitMs);
        const handler = known[method];
        if (!handler) throw new SluglineError("method_not_allowed", `This path accepts ${allow || "no method"}.`);
        if (!canWrite && !isRead(method)) {
          throw new SluglineError("forbidden", "This token is read-only. Create a token with write access in the dashboard's settings.");
        }
        const work = typeof handler === "function" ? async () => handler(request, context) : await handler.prepare(request, context);
        return inTime(work, isRead(method));
      },
      requestId,
      allow,
    );
    response.headers.set("X-Request-Id", requestId);
    response.headers.set("Cache-Control", "no-store");
    counts().addApiRequest(method, response.status, (performance.now() - from) / 1_000);
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

/** The result of `work` within the time limit. A late write is refused and changes nothing. */
export async function inTime<T>(work: () => Promise<T>, isRead: boolean): Promise<T> {
  const handle = async () => {
    await journalDrained();
    return work();
  };
  if (isRead) return withDeadline(handle(), limitMs);
  const response = await withWriteDeadline(handle, limitMs);
  // If this thread also serves visitors, the change takes effect before the client gets its answer. It is committed by now,
  // so the time limit no longer applies.
  await linkChangesHeard();
  return response;
}

async function attempt(handle: () => Promise<Response>, requestId: string, allow: string): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    return problemResponse(...refusal(error, requestId, allow));
  }
}

function refusal(error: unknown, requestId: string, allow: string): Parameters<typeof problemResponse> {
  const refused = toRefusal(error, requestId);
  return [refused, requestId, refusalHeaders(refused, allow)];
}

/** The headers that go with a refusal. `allow`: the methods of the path. */
export function refusalHeaders(error: SluglineError, allow: string): Record<string, string> {
  if (error instanceof TooManyRequests) return { "Retry-After": String(error.retryAfterS) };
  if (error.code === "unauthorized") return { "WWW-Authenticate": "Bearer" };
  if (error.code === "method_not_allowed") return { Allow: allow };
  return error.code === "unavailable" ? { "Retry-After": "5" } : {};
}

/** The caller's request id if it is safe to log and return, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
