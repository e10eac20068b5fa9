import { tokenWith } from "../../audit/record-event";
import type { AnyCommand } from "../../commands/define";
import type { Answer } from "../../commands/operation";
import {
  afterJournal,
  asUpload,
  type Caller,
  limitMs,
  perform,
  runAttempt,
} from "../../commands/perform";
import { counts } from "../../config/counts";
import { env } from "../../config/env";
import { destinationRules } from "../../config/site-settings";
import { withDeadline } from "../../core/deadline";
import { decodePercent } from "../../core/decode";
import { isNamed, refusedField, SluglineError } from "../../core/errors";
import { toRefusal } from "../../database/to-refusal";
import type { BulkRefusal } from "../../links/bulk";
import { editorOf } from "../../links/editor";
import { type ApiAccess, requireApiToken, requireRole } from "../../owners/api-access";
import { tokenRights } from "../../owners/rights";
import { readUpload } from "../../transfer/uploads";
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
import { parseBody, parseQuery } from "../parse";
import { requestAddress } from "../peer-address";
import { problemResponse, retryAfter } from "../problem";
import { streamOf } from "../responses";
import { sendFile } from "../send-file";

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
    const { access, caller, tell } = await enter(
      request,
      {
        authorization: request.headers.get("authorization"),
        readToken: isForMetrics ? env().METRICS_TOKEN : undefined,
      },
      addHeaders,
    );
    const command = known[method];
    if (!command) {
      if (commands.length === 0) throw new SluglineError("not_found", "apiPathUnknown");
      throw new SluglineError("method_not_allowed", "methodsAccepted", { methods: allow });
    }
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

interface Credentials {
  authorization: string | null;
  /** See `requireApiToken`. */
  readToken?: string | undefined;
}

/** Who asks: `caller` for `perform`, and `tell` for `afterJournal`. Throws `unauthorized`. */
export async function enter(
  request: Request,
  { authorization, readToken }: Credentials,
  addHeaders: NonNullable<Caller["addHeaders"]>,
): Promise<{ access: ApiAccess; caller: Caller; tell: (since: Date) => void }> {
  const address = () => requestAddress(request.headers.get("x-forwarded-for"));
  const authenticate = () =>
    withDeadline(requireApiToken(authorization, address, new Date(), readToken), limitMs);
  const access = await authenticate();
  const caller = callerOf(access, addHeaders);
  // Reading it may take minutes, whatever it is for.
  if (request.body !== null)
    caller.again = async (needed) => requireRole(await authenticate(), needed);
  const tell = (since: Date) => addHeaders({ "Slugline-Waiting-Since": since.toISOString() });
  return { access, caller, tell };
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

/** An answer as `runOnce` stores it. */
type Stored = { status: number; headers: Record<string, string>; body: string | Buffer | null };

/**
 * The request of a command, read and checked, before the time limit runs. With an Idempotency-Key, a
 * repeated request gets the answer of the first.
 */
export async function prepareOperation(
  command: AnyCommand,
  request: Request,
  access: ApiAccess,
): Promise<() => Promise<Response>> {
  const { api, query } = command;
  const { pathname, search, searchParams } = new URL(request.url);
  const schema = command.body?.(destinationRules());
  const { body, text } = schema
    ? await parseBody(request, schema, api?.body?.maxBytes)
    : { body: undefined, text: "" };
  const checked = {
    ...targetIn(pathname, api?.path ?? ""),
    ...(query ? parseQuery(request, query, api?.lists) : {}),
    body,
    ...(command.file?.(searchParams) ? { file: await readUpload(request) } : {}),
  };
  const given = { ...checked, ...((await command.prepare?.(checked)) ?? {}) };
  const key = command.repeats === "answer" ? keyOf(request) : null;
  const header = (name: string) => request.headers.get(name);
  const actor = tokenWith(access, request.headers);
  const context = { by: editorOf(access), actor, role: access.role, header };
  const finish = (output: unknown) => storedAnswer(command, output, { url: request.url, header });
  return async () => {
    const sent = `${request.method} ${pathname}${search}\n${text}`;
    try {
      const attempt = { key, sent };
      const { answer, isRepeated } = await runAttempt(command, context, given, attempt, finish);
      if ("file" in answer) return sendFile(request, actor, answer.file);
      if ("pieces" in answer)
        return new Response(streamOf(answer.pieces), {
          headers: { "Content-Type": "application/json" },
        });
      return responseOf(
        isRepeated
          ? { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" } }
          : answer,
      );
    } catch (error) {
      if (isNamed<BulkRefusal>(error, "BulkRefusal"))
        return responseOf(finish(error.outcome) as Stored);
      throw error;
    }
  };
}

/** Read from the path itself, whose parts may have escaped slashes. */
function targetIn(pathname: string, path: string): Record<string, string> {
  const parts = pathname.split("/");
  const names = path.split("/").flatMap((part, place) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? [[name, decodePercent(parts[place] ?? "") ?? ""]] : [];
  });
  return Object.fromEntries(names);
}

function keyOf({ headers }: Request): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw refusedField("Idempotency-Key", "idempotencyKeyForm");
}

function storedAnswer(
  { api }: AnyCommand,
  output: unknown,
  asked: { url: string; header: (name: string) => string | null },
): Stored | Required<Pick<Answer, "file">> | Required<Pick<Answer, "pieces">> {
  const usual = Number(Object.keys(api?.success ?? {})[0] ?? 200);
  const answer: Answer = api?.answer?.(output, asked) ?? { body: output };
  if (answer.file) return { file: answer.file };
  if (answer.pieces) return { pieces: answer.pieces };
  const { status = usual, headers = {}, body, text = JSON.stringify(body) } = answer;
  const type = answer.text === undefined ? "application/json" : "text/plain; charset=utf-8";
  return text === undefined
    ? { status, headers, body: null }
    : { status, headers: { "Content-Type": type, ...headers }, body: text };
}

function responseOf({ status, headers, body }: Stored): Response {
  return new Response(body as BodyInit | null, { status, headers });
}
