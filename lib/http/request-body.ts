import type { IncomingMessage, ServerResponse } from "node:http";
import { SluglineError } from "../core/errors";
import { maxUploadBytes, uploadPath } from "../transfer/upload";

/** For every body but an upload. */
export const bodyMs = 30_000;
/** 0.32 Mbit/s: a slow line can upload, and whoever trickles is cut off like everywhere else. */
const leastUploadBytesPerS = 40_000;

/** The most that a body may have taken when so many bytes of it have arrived. */
export function bodyLimitMs(target: string, receivedBytes: number): number {
  const isUpload = target.split("?", 1)[0] === uploadPath;
  return isUpload ? bodyMs + Math.ceil((Math.min(receivedBytes, maxUploadBytes) / leastUploadBytesPerS) * 1_000) : bodyMs;
}

/** Longer than every body may take. */
export const longestBodyMs = bodyLimitMs(uploadPath, maxUploadBytes) + bodyMs;

/** Calls `onLate` when the request's body does not arrive within its limit. */
export function limitBodyTime(request: IncomingMessage, onLate: () => void): void {
  const { socket, url = "/" } = request;
  const bytesBefore = socket.bytesRead;
  const startedAt = performance.now();
  const leftMs = () => bodyLimitMs(url, socket.bytesRead - bytesBefore) - (performance.now() - startedAt);
  const check = () => {
    const left = leftMs();
    if (left > 0) timer = setTimeout(check, left);
    else if (!request.complete) onLate();
  };
  let timer = setTimeout(check, leftMs());
  request.once("close", () => clearTimeout(timer));
}

export function bodyTimeout(): SluglineError {
  return new SluglineError("request_timeout", "The body was not sent in time: send it again.");
}

/** A sender who goes on after the answer gets this long to finish. */
const graceMs = 2_000;
/** A body up to this size is worth reading to its end, so that the connection can be used again. */
const mostKeptBytes = 1_048_576;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Whether some of the request's body is still to come. */
function isBodyComing(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request);
}

/** Announces that the connection ends with this answer when a large body is still to come. Called before the head is sent. */
export function closeAfterLargeBody(response: ServerResponse): void {
  const { req: request } = response;
  if (isBodyComing(request) && !(Number(request.headers["content-length"]) <= mostKeptBytes)) response.setHeader("Connection", "close");
}

/**
 * Ends an answer whose head was sent. The client gets all of it at once; the end itself waits until the rest of the
 * request's body was read and discarded. Left unread, it would block the next request on the connection, and closing on
 * it resets the connection before the client has read the answer. A sender who takes too long loses the connection.
 */
export function endAfterBody(response: ServerResponse, body: string | null = null): void {
  const { req: request } = response;
  if (!isBodyComing(request)) {
    response.end(body);
    return;
  }
  if (body === null) response.flushHeaders();
  else response.write(body);
  const timer = setTimeout(() => response.end(() => request.socket.destroySoon()), graceMs);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  request.unpipe();
  request.once("end", end).once("close", end).resume();
}
