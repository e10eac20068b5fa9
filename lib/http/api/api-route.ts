import type { AnyCommand } from "../../commands/define";
import { afterJournal, asUpload, type Caller, limitMs, perform } from "../../commands/perform";
import { counts } from "../../config/counts";
import { env } from "../../config/env";
import { withDeadline } from "../../core/deadline";
import { SluglineError } from "../../core/errors";
import { toRefusal } from "../../database/to-refusal";
import { editorOf } from "../../links/editor";
import { type ApiAccess, requireApiToken, requireRole } from "../../owners/api-access";
import { tokenRights } from "../../owners/rights";
import {
  allowOrigin,
  answerPreflight,
  isAtDomain,
  isRead,
  type Method,
  markApi,
  notAtDomain,
  requestIdOf,
} from "../methods";
import { requestAddress } from "../peer-address";
import { problemResponse, retryAfter } from "../problem";
import { prepareOperation } from "./operation-door";

type Handlers = Record<Method, (request: Request) => Promise<Response>>;

/**
 * The handlers of one path under /api, one for every method that Next knows. Each checks the token
 * and its role first, adds the request id to every response, and turns any error into a problem
 * body. The path of a command may be another one, such as that of a link.
 */
export function operation(...commands: AnyCommand[]): Handlers {
  const served = commands.map((command) => [command.api?.method.toUpperCase() ?? "", command]);
  const handlers: Partial<Record<Method, AnyCommand>> = Object.fromEntries(served);
  const known = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = Object.keys(known).sort().join(", ");
  const isForMetrics = commands.some(({ api }) => api?.access === "metrics");

  const handle = async (
    method: Method,
    request: Request,
    addHeaders: (headers: Record<string, string>) => void,
  ) => {
    const address = () => requestAddress(request.headers.get("x-forwarded-for"));
    const authenticate = () =>
      withDeadline(
        requireApiToken(
          request.headers.get("authorization"),
          address,
          new Date(),
          isForMetrics ? env().METRICS_TOKEN : undefined,
        ),
        limitMs,
      );
    const access = await authenticate();
    const command = known[method];
    if (!command) {
      if (commands.length === 0) throw new SluglineError("not_found", "apiPathUnknown");
      throw new SluglineError("method_not_allowed", "methodsAccepted", { methods: allow });
    }
    const caller = callerOf(access, addHeaders);
    // What is read before may take minutes.
    if (command.body || command.prepare)
      caller.again = async (needed) => requireRole(await authenticate(), needed);
    const tell = (since: Date) => addHeaders({ "Slugline-Waiting-Since": since.toISOString() });
    const isFile = command.file?.(new URL(request.url).searchParams);
    return perform(
      { ...command, isRead: isRead(method) },
      caller,
      async () => afterJournal(await prepareOperation(command, request, access), tell),
      isFile ? asUpload(request) : undefined,
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
    markApi(response, requestId);
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
