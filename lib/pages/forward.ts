import { Agent, type IncomingMessage, request as requestOf, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { SluglineError } from "../errors";
import { sendProblem } from "../http/send-problem";

/** Tells the pages' thread who asked: its key, a space, the address of the socket's other end. */
const peerHeader = "x-slugline-peer";

/** Who asked, taken out of the headers; null when the request was not passed on by `forward` with this key. */
export function takePeer({ headers }: IncomingMessage, key: string): string | null {
  const [shown, peer = ""] = String(headers[peerHeader] ?? "").split(" ");
  delete headers[peerHeader];
  return shown === key ? peer : null;
}

export interface ForwardTarget {
  /** Null while nobody answers there. */
  port: number | null;
  key: string;
  /** Awaited before the answer to a write is passed on. */
  isHeard: () => Promise<void>;
}

const agent = new Agent({ keepAlive: true });

/** Those that speak of one connection and not of the message (RFC 9110, 7.6.1). */
const hopByHop = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "trailer"]);

/** Passes a request on to the server on that loopback port, and its answer back, both as they come. */
export function forward(request: IncomingMessage, response: ServerResponse, { port, key, isHeard }: ForwardTarget): void {
  if (port === null) {
    unavailable(response);
    return;
  }
  const peer = request.socket.remoteAddress ?? "";
  // A chunked body stays chunked; every other header of the connection is ours to say.
  const kept = Object.entries(request.headers).filter(([name]) => name === "transfer-encoding" || !hopByHop.has(name));
  const headers = { "x-forwarded-for": peer, ...Object.fromEntries(kept), [peerHeader]: `${key} ${peer}` };
  const outgoing = requestOf({ host: "127.0.0.1", port, agent, method: request.method, path: request.url, headers }, async (incoming) => {
    if (!["GET", "HEAD", "OPTIONS"].includes(request.method ?? "")) await isHeard();
    response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.rawHeaders));
    pipeline(incoming, response, () => {});
  });
  outgoing.on("error", () => unavailable(response));
  response.on("close", () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  pipeline(request, outgoing, () => {});
}

/** Names and values in turn, as `rawHeaders` has them. */
function endToEnd(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !hopByHop.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ""));
}

function unavailable(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const error = new SluglineError("unavailable", "This server's pages and API are being restarted. Try again in a moment.");
  sendProblem(response, error, { "Retry-After": "1" });
}
