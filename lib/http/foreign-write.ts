import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../config/env";
import { SluglineError } from "../core/errors";
import { isOwnOrigin } from "../core/own-origin";
import { sendProblem } from "./problem";

/**
 * Answers 403 to a write that was not sent by a page of this service; false when it may pass. Server actions check again
 * for themselves. Expects a tamed target.
 */
export function refuseForeignWrite(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "GET", headers } = request;
  if (["GET", "HEAD", "OPTIONS"].includes(method) || isApiCall(request)) return false;
  const { BASE_URL } = env();
  if (isOwnOrigin({ origin: headers.origin ?? null, host: headers.host ?? null }, BASE_URL)) return false;
  const error = new SluglineError("forbidden", `Writes are taken from this service's own pages only: open the dashboard at ${BASE_URL}.`);
  sendProblem(response, error);
  return true;
}

/** Callers of the API are no browsers and show a token. What a browser sends as a form is a write like any other. */
function isApiCall({ url = "/", headers }: IncomingMessage): boolean {
  const isFromBrowser = headers.origin !== undefined || headers.cookie !== undefined;
  return /^\/api(?:[/?#]|$)/.test(url) && !(isFromBrowser && isForm(headers["content-type"] ?? ""));
}

/** The content types that a page of another site may send without asking (Fetch standard, "CORS-safelisted"). */
function isForm(contentType: string): boolean {
  return /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i.test(contentType);
}
