import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../env";
import { SluglineError } from "../errors";
import { isOwnOrigin } from "./own-origin";
import { sendProblem } from "./send-problem";

/**
 * Answers 403 to a write on a page that was not sent by a page of this service; false when it may pass. The API is left
 * out: its callers are no browsers and show a token. Server actions check again for themselves.
 */
export function refuseForeignWrite(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "GET", url = "/", headers } = request;
  if (["GET", "HEAD", "OPTIONS"].includes(method) || /^\/api(?:[/?#]|$)/.test(url)) return false;
  const { BASE_URL } = env();
  if (isOwnOrigin({ origin: headers.origin ?? null, host: headers.host ?? null }, BASE_URL)) return false;
  const error = new SluglineError("forbidden", `Writes are taken from this service's own pages only: open the dashboard at ${BASE_URL}.`);
  sendProblem(response, error);
  return true;
}
