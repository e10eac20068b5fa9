import { randomUUID } from "node:crypto";
import type { AnyCommand } from "../commands/define";
import { afterJournal, type Caller, limitMs, perform } from "../commands/perform";
import { counts } from "../config/counts";
import { type ApiPath, access, type Needed } from "../core/access";
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

/** How one method of a path is served. */
interface Served {
  role: Needed;
  /** What runs once the role is known; what it returns runs within the time limit. */
  prepare: (request: Request, access: ApiAccess) => Promise<() => Response | Promise<Response>>;
  /** Whether the role is looked up again after `prepare`, which may take minutes. */
  isAwaited?: boolean;
  /** Called with both steps, such as to wait before them. */
  around?: (request: Request, answer: () => Promise<Response>) => Promise<Response>;
}

type Handlers = Record<Method, (request: Request) => Promise<Response>>;

interface RouteOptions {
  /** Opens this path alone, for reading. */
  readToken?: () => string | undefined;
  /** They answer other methods. */
  commands?: AnyCommand[];
}

/**
 * The handlers of one path under /api, one for every method that Next knows. Each checks the token
 * and its role first, adds the request id to every response, and turns any error into a problem
 * body.
 */
export function apiRoute(
  path: ApiPath,
  handlers: Partial<Record<Method, Omit<Served, "role"> | Respond>>,
  { commands = [], ...options }: RouteOptions = {},
): Handlers {
  const served = Object.entries(handlers).map(([method, handler]): [string, Served] => {
    const role = access.api[path][isRead(method as Method) ? "read" : "write"];
    return [
      method,
      { role, ...(typeof handler === "function" ? { prepare: async () => handler } : handler) },
    ];
  });
  return serve({ ...servedBy(commands), ...Object.fromEntries(served) }, options);
}

type Respond = () => Response | Promise<Response>;

/** The same for commands, whose path may be another one, such as that of a link. */
export function operation(...commands: AnyCommand[]): Handlers {
  return serve(servedBy(commands));
}

function servedBy(commands: readonly AnyCommand[]): Partial<Record<Method, Served>> {
  return Object.fromEntries(
    commands.map((command): [string, Served] => [
      command.api?.method.toUpperCase() ?? "",
      {
        role: command.role,
        isAwaited: command.body !== undefined || command.prepare !== undefined,
        prepare: (request, access) => prepareOperation(command, request, access),
      },
    ]),
  );
}

function serve(
  handlers: Partial<Record<Method, Served>>,
  { readToken }: Pick<RouteOptions, "readToken"> = {},
): Handlers {
  const known: typeof handlers = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = Object.keys(known).sort().join(", ");

  const handle = async (
    method: Method,
    request: Request,
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
      async () => afterJournal(await prepare(request, access), tell),
      (answer) => around(request, answer),
    );
  };

  const answer = (method: Method) => async (request: Request) => {
    const from = performance.now();
    const requestId = requestIdOf(request);
    const added: Record<string, string> = {};
    const work = async () => {
      if (isAtDomain(request)) throw notAtDomain();
      const addHeaders = (headers: Record<string, string>) => Object.assign(added, headers);
      return answerPreflight(request, allow) ?? (await handle(method, request, addHeaders));
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
    const refused = toRefusal(error, requestId);
    return problemResponse(refused, requestId, refusalHeaders(refused, allow));
  }
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
