import { tokenWith } from "../../audit/record-event";
import type { AnyCommand, Output } from "../../commands/define";
import { afterJournal, perform } from "../../commands/perform";
import { prepareCommand } from "../../commands/prepare-command";
import { counts } from "../../config/counts";
import { decodePercent } from "../../core/decode";
import { SluglineError } from "../../core/errors";
import { toRefusal } from "../../database/to-refusal";
import { editorOf } from "../../links/editor";
import type { ApiAccess } from "../../owners/api-access";
import { enter, refusalHeaders } from "../api/api-route";
import {
  allowOrigin,
  answerPreflight,
  isAtDomain,
  markApi,
  notAtDomain,
  requestIdOf,
} from "../methods";

/** What a command takes from a request. */
interface Sent {
  named?: Record<string, unknown>;
  body?: unknown;
}

/** What a request may do, once its token is known. */
export interface Entered {
  access: ApiAccess;
  requestId: string;
  /** Runs a command as the API does. What is read from the request is read once the role is known. */
  call<C extends AnyCommand>(command: C, sent?: Sent | (() => Promise<Sent>)): Promise<Output<C>>;
  /** The same for what only reads and is no command. */
  read<T>(work: () => Promise<T>): Promise<T>;
}

/** A request that has entered. `name`: the part of the path in parentheses, such as a slug. */
export interface Asked extends Entered {
  request: Request;
  name: string;
}

/** What one kind of request gets: JSON, or 204 for nothing. */
export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: RegExp;
  status?: number;
  run: (asked: Asked) => Promise<unknown>;
}

/** How a door answers that has these routes. */
export function routed(
  request: Request,
  path: string,
  routes: readonly Route[],
): Pick<Door, "allow" | "work"> {
  const here = routes.filter((route) => route.path.test(path));
  const methods = here.map(({ method }) => method);
  const allow = [...(methods.includes("GET") ? ["HEAD"] : []), ...methods].sort().join(", ");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const work = async (entered: Entered) => {
    if (here.length === 0) throw new SluglineError("not_found", "apiPathUnknown");
    const route = here.find((each) => each.method === method);
    if (!route)
      throw new SluglineError("method_not_allowed", "methodsAccepted", { methods: allow });
    const name = decodePercent(route.path.exec(path)?.[1] ?? "") ?? "";
    const body = await route.run({ ...entered, request, name });
    if (body === undefined) return new Response(null, { status: 204 });
    return Response.json(body, { status: route.status ?? 200 });
  };
  return { allow, work };
}

/** The header in which APIs of others expect a key; here it is an API token. */
export const apiKeyOf = ({ headers }: Request) => headers.get("x-api-key");

interface Door {
  /** The API token of the request. */
  tokenOf: (request: Request) => string | null;
  /** Answers without a token, such as to a health check. */
  answerAll?: (request: Request) => Response | null;
  work: (entered: Entered) => Promise<Response>;
  refuse: (error: SluglineError, requestId: string, headers: Record<string, string>) => Response;
  /** The methods of the path. */
  allow: string;
}

/** Answers one request of another API with what every door guarantees. */
export async function answerAt(request: Request, door: Door): Promise<Response> {
  const from = performance.now();
  const requestId = requestIdOf(request);
  const added: Record<string, string> = {};
  const response = await attempt(request, requestId, door, (headers) =>
    Object.assign(added, headers),
  ).catch((error: unknown) => {
    const refusal = toRefusal(error, requestId);
    return door.refuse(refusal, requestId, refusalHeaders(refusal, door.allow));
  });
  for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
  markApi(response, requestId);
  allowOrigin(request, response);
  counts().addApiRequest(request.method, response.status, (performance.now() - from) / 1_000);
  return response;
}

async function attempt(
  request: Request,
  requestId: string,
  { tokenOf, answerAll, work, allow }: Door,
  addHeaders: (headers: Record<string, string>) => void,
): Promise<Response> {
  if (isAtDomain(request)) throw notAtDomain();
  const open = answerPreflight(request, allow) ?? answerAll?.(request);
  if (open) return open;
  const token = tokenOf(request);
  const authorization = token === null ? null : `Bearer ${token}`;
  const { access, caller, tell } = await enter(request, { authorization }, addHeaders);
  const actor = tokenWith(access, request.headers);
  const context = { by: editorOf(access), actor, role: access.role, header: () => null };
  return work({
    access,
    requestId,
    call: (command, sent = {}) =>
      perform({ ...command, isRead: command.api?.method === "get" }, caller, async () => {
        const { named = {}, body } = typeof sent === "function" ? await sent() : sent;
        const work = await prepareCommand(
          command,
          context,
          { named, body, isCall: true, whole: "request" },
          (output) => output as Output<typeof command>,
        );
        return afterJournal(work, tell);
      }),
    read: (run) =>
      perform({ role: "reader", isRead: true }, caller, async () => afterJournal(run, tell)),
  });
}
