import type { IncomingMessage } from "node:http";
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
