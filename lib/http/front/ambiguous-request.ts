import type { IncomingMessage, ServerResponse } from "node:http";
import { SluglineError } from "../../core/errors";
import { sendProblem } from "../problem";

const validHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/i;

/**
 * Answers 400 to requests that a proxy in front may read differently (RFC 9112, 3.2): Node keeps
 * the first of several Host or Authorization lines and says nothing. Returns false if the request
 * may pass.
 */
export function refuseAmbiguous(request: IncomingMessage, response: ServerResponse): boolean {
  const reason = ambiguityOf(request);
  if (reason === null) return false;
  sendProblem(response, new SluglineError("malformed_request", reason), { Connection: "close" });
  return true;
}

function ambiguityOf(request: IncomingMessage) {
  const { rawHeaders, headers, httpVersionMinor, url = "/" } = request;
  if (countLines(rawHeaders, "authorization") > 1) return "severalAuthorizations";
  const hosts = countLines(rawHeaders, "host");
  if (hosts > 1) return "severalHosts";
  if (hosts === 0 && httpVersionMinor > 0) return "noHost";
  if (hosts === 1 && !validHost.test(headers.host ?? "")) return "hostHeaderInvalid";
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return "transferCodingUnknown";
  const authority = url.startsWith("/") ? null : /^https?:\/\/([^/?#]*)/i.exec(url);
  if (authority === null) return null;
  if (!validHost.test(authority[1] ?? "")) return "urlHostInvalid";
  // The host of the URL counts, not the one of the header (RFC 9112, 3.2.2).
  headers.host = authority[1];
  return null;
}

/** Visits pass here, so names of another length are not even compared. */
function countLines(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) count++;
  }
  return count;
}
