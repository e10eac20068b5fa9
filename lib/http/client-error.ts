import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, SluglineError } from "../core/errors";
import { problemBody, problemHeaders } from "./problem";

/** A sender that keeps sending after the refusal gets this long to read it. */
const graceMs = 2_000;

const refusals: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The request line and headers are larger than 16 KB: make them smaller."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["payload_too_large", "The chunk extensions are larger than 16 KB. Send none."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request was not sent in time. Send it again over a faster connection."],
};
const malformed: [ErrorCode, string] = ["malformed_request", "The request is not valid HTTP/1.1."];

const refused = new WeakSet<Duplex>();

/** Refuses invalid HTTP and requests that time out, and closes the connection (`clientError`). */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Each further chunk of a refused request raises this error again.
  if (refused.has(socket)) return;
  if (!socket.writable || error.code === "ECONNRESET" || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const refusal = new SluglineError(...(refusals[error.code ?? ""] ?? malformed));
  const { status, body } = problemBody(refusal, randomUUID());
  const headers = Object.entries({ ...problemHeaders(refusal, body), Connection: "close" });
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`);
  // Closing a socket with unread bytes would reset the connection before the client reads the refusal.
  const timer = setTimeout(() => socket.destroy(), graceMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Whether part of a response is sent already, which a refusal would corrupt. Node's own handler reads the same field. */
function isAnswering(socket: Duplex & { _httpMessage?: ServerResponse }): boolean {
  return socket._httpMessage?.headersSent === true;
}
