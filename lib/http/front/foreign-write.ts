import type { IncomingMessage, ServerResponse } from "node:http";
import { env, isDashboardHost } from "../../config/env";
import { yourlsApi } from "../../config/site-settings";
import { SluglineError } from "../../core/errors";
import { isOwnOrigin } from "../../core/own-origin";
import { isSharePath } from "../../core/share";
import { headerOf } from "../forwarding-headers";
import { isRead } from "../methods";
import { sendProblem } from "../problem";

/**
 * Answers 403 to a cross-site write; returns false if the request may pass. Server actions check
 * again. Expects a normalised target.
 */
export function refuseForeignWrite(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "GET", headers } = request;
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  if (isRead(method) || isApiCall(request) || (isYourlsCall(request) && yourlsApi() !== "off"))
    return false;
  if (isOneClick(request) || isShlinkCall(request)) return false;
  const from = { origin: headers.origin ?? null, host: headers.host ?? null };
  if (isOwnOrigin(from, DASHBOARD_ORIGIN)) return false;
  if (isSharePath(pathOf(request)) && isOwnOrigin(from, BASE_URL)) return false;
  // Visitors need not learn where the dashboard is.
  const refusal = isDashboardHost((name) => headerOf(request, name))
    ? new SluglineError("forbidden", "crossSiteWriteOf", { address: DASHBOARD_ORIGIN })
    : new SluglineError("forbidden", "crossSiteWrite");
  sendProblem(response, refusal);
  return true;
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split(/[?#]/, 1)[0] ?? "/";
}

/**
 * API clients are not browsers and send a token. A form sent by a browser is a write like any
 * other; no page of another site can send a token along without asking first (Fetch standard,
 * "CORS-preflight fetch").
 */
function isApiCall({ url = "/", headers }: IncomingMessage): boolean {
  const hasToken = /^bearer /i.test(headers.authorization ?? "");
  const isFromBrowser = !hasToken && (headers.origin !== undefined || headers.cookie !== undefined);
  return /^\/api(?:[/?#]|$)/.test(url) && !(isFromBrowser && isForm(headers["content-type"] ?? ""));
}

/** Reads no cookie, only the signature in the request: browser extensions may call it too. */
function isYourlsCall({ url = "/" }: IncomingMessage): boolean {
  return /^\/yourls-api\.php\/?(?:[?#]|$)/.test(url);
}

/** Reads no cookie, only this header, which no page of another site sends without asking first. */
function isShlinkCall({ url = "/", headers }: IncomingMessage): boolean {
  return env().SHLINK_API === "on" && /^\/rest\//.test(url) && headers["x-api-key"] !== undefined;
}

/** Reads no cookie, only the token in its path: mailboxes send it (RFC 8058). */
function isOneClick({ url = "/" }: IncomingMessage): boolean {
  return /^\/dashboard\/unsubscribe\/[^/?#]+\/one-click\/?(?:[?#]|$)/.test(url);
}

/**
 * The content types that another site may send without a preflight (Fetch standard,
 * "CORS-safelisted").
 */
function isForm(contentType: string): boolean {
  return /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i.test(
    contentType,
  );
}
