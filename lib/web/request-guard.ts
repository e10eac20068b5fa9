import type { IncomingMessage, ServerResponse } from "node:http";
import { isSluglineError, SluglineError } from "../core/errors";
import { parseUrl } from "../core/hosts";
import { sendProblem } from "../http/problem";
import { readBody } from "../http/request-body";
import { actionIdOf, areArguments, textOf } from "./action-arguments";
import type { AppRoute, AppRoutes } from "./app-routes";
import { requestWithBody } from "./buffered-request";

/** The largest body that Next accepts for a server action. */
const mostActionBytes = 1_048_576;

export interface RequestGuard {
  routes: AppRoutes;
  /**
   * Throws on a Next-Router-State-Tree header that Next could not read. The header describes what
   * the browser's router already shows.
   */
  readRouterState: (header: string | string[] | undefined) => unknown;
}

/**
 * Checks a request before Next gets it. Returns null if it was answered here, because Next would
 * fail or run something else than requested: for an action posted to a page that does not own it,
 * Next fetches the owning page from itself.
 */
export async function guard(
  request: IncomingMessage,
  response: ServerResponse,
  gate: RequestGuard,
): Promise<IncomingMessage | null> {
  const route = gate.routes.find(request.url ?? "/");
  try {
    checkRouterState(request, gate);
    checkMethod(request, route);
    return isForAction(request, route) ? await guardAction(request, route) : request;
  } catch (error) {
    if (!isSluglineError(error)) throw error;
    sendProblem(response, error, headersOf(error, route));
    return null;
  }
}

function headersOf({ code }: SluglineError, route: AppRoute | null): Record<string, string> {
  if (code === "method_not_allowed") return { Allow: allowed(route) };
  // Tells Next's router in the browser that it is older than the server.
  return code === "not_found" ? { "X-Nextjs-Action-Not-Found": "1" } : {};
}

function checkRouterState({ headers }: IncomingMessage, { readRouterState }: RequestGuard): void {
  try {
    readRouterState(headers["next-router-state-tree"]);
  } catch {
    throw new SluglineError("malformed_request", "routerStateUnreadable");
  }
}

function allowed(route: AppRoute | null): string {
  return route?.kind === "page" && route.actions.size > 0 ? "GET, HEAD, POST" : "GET, HEAD";
}

/** Route handlers check methods themselves, and unknown paths are 404 for every method. */
function checkMethod({ method = "GET" }: IncomingMessage, route: AppRoute | null): void {
  if (route === null || route.kind === "handler" || allowed(route).split(", ").includes(method))
    return;
  throw new SluglineError("method_not_allowed", "methodsAccepted", { methods: allowed(route) });
}

/**
 * Whether Next would look for a server action in this request. It does so on unknown paths too;
 * route handlers read forms themselves.
 */
function isForAction({ method, headers }: IncomingMessage, route: AppRoute | null): boolean {
  if (method !== "POST") return false;
  return (
    route?.kind === "page" ||
    headers["next-action"] !== undefined ||
    (route === null && isMultipart(headers["content-type"]))
  );
}

/**
 * Throws `not_found` for an action of another page and `malformed_request` for unreadable
 * arguments.
 */
async function guardAction(
  request: IncomingMessage,
  route: AppRoute | null,
): Promise<IncomingMessage> {
  const { "next-action": named, "content-type": contentType, origin = "" } = request.headers;
  const own = route?.kind === "page" ? route.actions : new Set<string>();
  if (own.size === 0 || (named !== undefined && !own.has(String(named)))) throw notHere();
  const body = await readBody(request, mostActionBytes);
  if (body === null) throw new SluglineError("payload_too_large", "formTooLarge");
  const form = isMultipart(contentType) ? await parseForm(body, contentType) : null;
  if (named === undefined) checkForm(form, own);
  else checkArguments(form, body);
  const from = parseUrl(origin);
  return requestWithBody(request, {
    ...(form ? await encode(form) : { body }),
    // Next compares Origin with this header. The front has already verified Origin.
    ...(from ? { forwardedHost: from.host } : {}),
  });
}

/** Checks a form that a browser without scripts sent. */
function checkForm(form: FormData | null, own: ReadonlySet<string>): void {
  const id = form && actionIdOf(form);
  if (id === null) throw unreadable();
  if (!own.has(id)) throw notHere();
}

/**
 * The argument list, and the fields of a form that is an argument. React reads `00` as row 0 too.
 */
const rowName = /^(?:0|_[1-9a-f][0-9a-f]*_.*)$/s;

function checkArguments(form: FormData | null, body: Buffer): void {
  const hasOnlyRows = form === null || [...form.keys()].every((name) => rowName.test(name));
  const rows = form
    ? (name: string) => textOf(form, name)
    : (name: string) => (name === "0" ? body.toString("utf8") : undefined);
  if (!hasOnlyRows || !areArguments(rows)) throw unreadable();
}

/**
 * Re-encodes the checked form: Next uses another multipart parser, which may read the same bytes
 * differently.
 */
async function encode(form: FormData): Promise<{ body: Buffer; contentType: string }> {
  const response = new Response(form);
  return {
    body: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get("content-type") ?? "",
  };
}

function unreadable(): SluglineError {
  return new SluglineError("malformed_request", "formUnreadableReload");
}

function notHere(): SluglineError {
  return new SluglineError("not_found", "actionUnknown");
}

function isMultipart(contentType: string | undefined): contentType is string {
  return contentType?.startsWith("multipart/form-data") ?? false;
}

/**
 * Throws `malformed_request` unless the body is a form, without the things that our forms never
 * contain: a file, an empty name, NUL.
 */
async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  const form = await new Response(new Uint8Array(body), {
    headers: { "Content-Type": contentType },
  })
    .formData()
    .catch(() => {
      throw unreadable();
    });
  const isPlain = [...form].every(
    ([name, value]) =>
      name !== "" && typeof value === "string" && !`${name}${value}`.includes("\0"),
  );
  if (!isPlain) throw unreadable();
  return form;
}
