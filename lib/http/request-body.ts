import type { IncomingMessage, ServerResponse } from "node:http";
import { Countdown } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { maxUploadBytes, uploadPaths } from "../transfer/uploads";

/** For every body except an upload. */
export const bodyMs = 30_000;
/** 0.32 Mbit/s: slow lines can upload, and trickling senders still time out. */
const leastUploadBytesPerS = 40_000;

function isUpload(target: string): boolean {
  return uploadPaths.includes(target.split("?", 1)[0] ?? "");
}

/**
 * The work on an upload may take minutes without a byte of its answer, so that a client that has
 * left shows only by the end of what it sends. Others may end that and still get their answer.
 */
export function endUploadWithClient({ socket, url = "/" }: IncomingMessage, end: () => void): void {
  if (isUpload(url)) socket.once("end", end);
}

function bodyLimitMs(target: string, receivedBytes: number): number {
  return isUpload(target)
    ? bodyMs + Math.ceil((Math.min(receivedBytes, maxUploadBytes) / leastUploadBytesPerS) * 1_000)
    : bodyMs;
}

export const longestBodyMs = bodyLimitMs(uploadPaths[0] ?? "", maxUploadBytes) + bodyMs;

export function limitBodyTime(request: IncomingMessage, onLate: () => void): void {
  const { socket, url = "/" } = request;
  const bytesBefore = socket.bytesRead;
  let limitMs = bodyLimitMs(url, 0);
  const check = () => {
    const moreMs = bodyLimitMs(url, socket.bytesRead - bytesBefore) - limitMs;
    limitMs += moreMs;
    if (moreMs > 0) limit = new Countdown(moreMs, check);
    else if (!request.complete) onLate();
  };
  let limit = new Countdown(limitMs, check);
  request.once("close", () => limit.stop());
}

/** The whole body, or null if it is too long or aborted. The rest of a longer body stays unread. */
export async function readBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const done = (body: Buffer | null) => {
      request.off("data", take);
      request.pause();
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > mostBytes) done(null);
    };
    request.on("data", take);
    request.once("end", () => done(Buffer.concat(chunks)));
    // Also fires for an aborted request; after "end" it has no effect.
    request.once("close", () => done(null));
  });
}

export function bodyTimeout(): SluglineError {
  return new SluglineError("request_timeout", "bodyTooSlow");
}

/** A sender that keeps sending after the response gets this long to finish. */
const graceMs = 2_000;
/** A body up to this size is read to the end, so that the connection can be reused. */
const mostKeptBytes = 1_048_576;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function isBodyComing(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request);
}

/** Sends `Connection: close` if a large body has yet to arrive. Call it before the head is sent. */
export function closeAfterLargeBody(response: ServerResponse): void {
  const { req: request } = response;
  if (isBodyComing(request) && !(Number(request.headers["content-length"]) <= mostKeptBytes))
    response.setHeader("Connection", "close");
}

/**
 * Ends a response whose head was sent. The client gets all content at once, but the end waits until
 * the rest of the request body is drained. Otherwise the body would block the next request on the
 * connection, or closing would reset it before the client reads the response. Senders that take too
 * long lose the connection.
 */
export function endAfterBody(
  response: ServerResponse,
  body: string | Uint8Array | null = null,
): void {
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
