import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { SluglineError } from "../../core/errors";
import { problemBody, problemHeaders } from "../problem";

/** A sender that keeps sending after the refusal gets this long to read it. */
const graceMs = 2_000;

const refusals = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "headersTooLarge"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["payload_too_large", "chunkExtensionsTooLarge"],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "requestTooSlow"],
} as const;
const malformed = ["malformed_request", "notHttp"] as const;

const refused = new WeakSet<Duplex>();

/** Refuses invalid HTTP and requests that time out, and closes the connection (`clientError`). */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Each further chunk of a refused request raises this error again.
  if (refused.has(socket)) return;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  refused.add(socket);
  // A refusal would corrupt a response that is being sent. What was written of it still arrives.
  if (isAnswering(socket)) socket.end();
  else socket.end(answerTo(error));
  // Closing a socket with unread bytes would reset the connection before the client reads the
  // answer.
  const timer = setTimeout(() => socket.destroy(), graceMs);
  socket.once("close", () => clearTimeout(timer));
}

function answerTo(error: NodeJS.ErrnoException): string {
  const address = escapedAddress(error);
  if (address !== null) {
    return `HTTP/1.1 302 Found\r\nLocation: ${address}\r\nCache-Control: private, no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  }
  const [code, id] = refusals[error.code as keyof typeof refusals] ?? malformed;
  const refusal = new SluglineError(code, id);
  const requestId = randomUUID();
  const { status, body } = problemBody(refusal, requestId);
  const headers = Object.entries({
    ...problemHeaders(refusal, body, requestId),
    Connection: "close",
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const visitLine = /^(?:GET|HEAD) (\/(?![/\\]|api\/|_next\/)[^\r\n]*) HTTP\/1\.[01]\r?\n/;

/**
 * The address of a visitor whose browser or app sends blanks or other scripts as they are, escaped;
 * null for anything else. Node refuses such bytes before anything of ours sees the request.
 */
function escapedAddress({
  code,
  rawPacket,
}: NodeJS.ErrnoException & { rawPacket?: Buffer }): string | null {
  if (code !== "HPE_INVALID_URL" && code !== "HPE_INVALID_CONSTANT") return null;
  const target = visitLine.exec(rawPacket?.toString("latin1") ?? "")?.[1];
  const escaped = target?.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
  return escaped === undefined || escaped === target ? null : escaped;
}

/** Whether part of a response is sent already. Node's own handler reads the same field. */
function isAnswering(socket: Duplex & { _httpMessage?: ServerResponse }): boolean {
  return socket._httpMessage?.headersSent === true;
}
