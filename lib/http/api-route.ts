import { randomUUID } from "node:crypto";
import type { AnyCommand } from "../commands/define";
import { afterJournal, type Caller, limitMs, perform } from "../commands/perform";
import { counts } from "../config/counts";
import { type ApiPath, access, type Role } from "../core/access";
import { withDeadline } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { toRefusal } from "../database/to-refusal";
import { editorOf } from "../links/editor";
import { type ApiAccess, requireApiToken, requireRole } from "../owners/api-access";
import { tokenRights } from "../owners/rights";
import { sentence } from "../texts/sentence";
import { allowOrigin, answerPreflight } from "./cors";
import { isAtDomain, isRead, type Method, notAtDomain } from "./methods";
import { prepareOperation } from "./operation-door";

import { requestAddress } from "./peer-address";
import { problemResponse, retryAfter } from "./problem";

type Handler<C> = (request: Request, context: C) => Response | Promise<Response>;

type AuthorisedHandler<C> = (
  request: Request,
  context: C,
  access: ApiAccess,
) => Response | Promise<Response>;

/**
 * `prepare` reads the body and does what needs no database. The time limit is for the function it
 * returns, which waits only for that.
 */
interface TwoStepHandler<C> {
  prepare: (request: Request, context: C, access: ApiAccess) => Promise<() => Promise<Response>>;
  /** Called with both steps, such as to wait before them. */
  around?: (request: Request, answer: () => Promise<Response>) => Promise<Response>;
}

export type ApiHandlers<C> = Partial<Record<Method, AuthorisedHandler<C> | TwoStepHandler<C>>>;

/** How one method of a path is served. */
interface Served<C> {
  role: Role;
  /** What runs once the role is known; what it returns runs within the time limit. */
  prepare: (request: Request, context: C, access: ApiAccess) => Promise<() => Respond>;
  /** Whether the role is looked up again after `prepare`, which may take minutes. */
  isAwaited: boolean;
  around?: TwoStepHandler<C>["around"] | undefined;
}

type Respond = Response | Promise<Response>;

interface RouteOptions {
  readToken?: () => string | undefined;
}

/**
 * The handlers of one path under /api, one for every method that Next knows. Each checks the token
 * and its role first, adds the request id to every response, and turns any error into a problem
 * body. `readToken`: opens this path alone, for reading. `commands`: answer other methods.
 */
export function apiRoute<C>(
  path: ApiPath,
  handlers: ApiHandlers<C>,
  { commands = [], ...options }: RouteOptions & { commands?: AnyCommand[] } = {},
): Record<Method, Handler<C>> {
  const served = Object.entries(handlers).map(([method, handler]): [string, Served<C>] => {
    const role = access.api[path][isRead(method as Method) ? "read" : "write"];
    if (typeof handler !== "function") return [method, { role, isAwaited: true, ...handler }];
    const prepare: Served<C>["prepare"] =
      async (...given) =>
      () =>
        handler(...given);
    return [method, { role, isAwaited: false, prepare }];
  });
  return serve({ ...servedBy(commands), ...Object.fromEntries(served) }, options);
}

/** The same for commands, whose path may be a longer one, such as that of a link. */
export function operation(...commands: AnyCommand[]): Record<Method, Handler<unknown>> {
  return serve(servedBy(commands));
}

function servedBy(commands: readonly AnyCommand[]): Partial<Record<Method, Served<unknown>>> {
  return Object.fromEntries(
    commands.map((command) => [
      command.api?.method.toUpperCase(),
      {
        role: command.role,
        isAwaited: command.body !== undefined || command.prepare !== undefined,
        prepare: (request: Request, _context: unknown, access: ApiAccess) =>
          prepareOperation(command, request, access),
      },
    ]),
  );
}

function serve<C>(
  handlers: Partial<Record<Method, Served<C>>>,
  { readToken }: RouteOptions = {},
): Record<Method, Handler<C>> {
  const known: typeof handlers = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = Object.keys(known).sort().join(", ");

  const handle = async (
    method: Method,
    request: Request,
    context: C,
    addHeaders: (headers: Record<string, string>) => void,
  ) => {
    const address = () => requestAddress(request.headers.get("x-forwarded-for"));
    const authenticate = () =>
      withDeadline(
        requireApiToken(request.headers.get("authorization"), address, new Date(), readToken?.()),
        limitMs,
      );
    const access = await authenticate();
    const handler = known[method];
    if (!handler)
      throw new SluglineError("method_not_allowed", "methodsAccepted", {
        methods: allow || sentence("noMethod"),
      });
    const { role, prepare, isAwaited, around = (_, answer) => answer() } = handler;
    const caller = callerOf(access, addHeaders);
    if (isAwaited) caller.again = async (needed) => requireRole(await authenticate(), needed);
    const tell = (since: Date) => addHeaders({ "Slugline-Waiting-Since": since.toISOString() });
    return perform(
      { role, isRead: isRead(method) },
      caller,
      async () => afterJournal(await prepare(request, context, access), tell),
      (answer) => around(request, answer),
    );
  };

  const answer = (method: Method) => async (request: Request, context: C) => {
    const from = performance.now();
    const requestId = requestIdOf(request);
    const added: Record<string, string> = {};
    const work = async () => {
      if (isAtDomain(request)) throw notAtDomain();
      const addHeaders = (headers: Record<string, string>) => Object.assign(added, headers);
      return (
        answerPreflight(request, allow) ?? (await handle(method, request, context, addHeaders))
      );
    };
    const response = await attempt(work, requestId, allow);
    for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
    response.headers.set("X-Request-Id", requestId);
    response.headers.set("Cache-Control", "no-store");
    allowOrigin(request, response);
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

export function callerOf(access: ApiAccess, addHeaders: NonNullable<Caller["addHeaders"]>): Caller {
  return {
    by: editorOf(access),
    requireRole: (needed) => requireRole(access, needed),
    rights: (needed) => tokenRights(access, needed),
    addHeaders,
  };
}

async function attempt(
  handle: () => Promise<Response>,
  requestId: string,
  allow: string,
): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    return problemResponse(...refusal(error, requestId, allow));
  }
}

function refusal(
  error: unknown,
  requestId: string,
  allow: string,
): Parameters<typeof problemResponse> {
  const refused = toRefusal(error, requestId);
  return [refused, requestId, refusalHeaders(refused, allow)];
}

/** The headers that go with a refusal. `allow`: the methods of the path. */
export function refusalHeaders(error: SluglineError, allow: string): Record<string, string> {
  if (error.code === "unauthorized") return { "WWW-Authenticate": "Bearer" };
  if (error.code === "method_not_allowed") return { Allow: allow };
  return retryAfter(error);
}

/** The caller's request id if it is safe to log and return, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
