import { randomBytes } from "node:crypto";
import { Agent, type IncomingMessage, request as requestOf, type ServerResponse } from "node:http";
import { SluglineError } from "../core/errors";
import { isRead } from "../http/methods";
import { answerFailure, sendProblem } from "../http/problem";
import {
  bodyTimeout,
  closeAfterLargeBody,
  endAfterBody,
  endUploadWithClient,
  hasBody,
  limitBodyTime,
} from "../http/request-body";
import { isSameSecret, sign } from "../owners/secret-hash";

/**
 * Passes the peer to the web thread: its address and the signature of this one request, separated
 * by spaces. The key itself is never sent.
 */
const peerHeader = "x-slugline-peer";

/**
 * Removes the peer from the headers and returns it; null if the request was not forwarded by
 * `forward` with this key.
 */
export function takePeer(request: IncomingMessage, key: string): string | null {
  const [nonce = "", signature = "", peer = ""] = String(request.headers[peerHeader] ?? "").split(
    " ",
  );
  delete request.headers[peerHeader];
  return isSameSecret(signature, signatureOf(request, [nonce, peer], key)) ? peer : null;
}

/** The value of the header for a request of this peer. */
export function signPeer(request: IncomingMessage, peer: string, key: string): string {
  const nonce = randomBytes(8).toString("hex");
  return `${nonce} ${signatureOf(request, [nonce, peer], key)} ${peer}`;
}

function signatureOf(
  { method, url }: IncomingMessage,
  parts: readonly [nonce: string, peer: string],
  key: string,
): string {
  return sign(key, ["peer", method, url, ...parts]);
}

interface ForwardTarget {
  /** Null while the web thread is not ready. */
  port: number | null;
  key: string;
  /** Awaited before the response to a write is passed on. */
  waitForChanges: (isStored: boolean) => Promise<void>;
}

const agent = new Agent({ keepAlive: true });

/**
 * Uses one connection per request with a body. The web thread may respond without reading a whole
 * body that the kernel has already accepted, and would then miss the next request. Keep-alive lets
 * this side close, after the response.
 */
class SingleUseAgent extends Agent {
  // @types/node says void; a falsy result ends the connection.
  override keepSocketAlive(): boolean {
    return false;
  }
}
const singleUseAgent = new SingleUseAgent({ keepAlive: true });

/** Hop-by-hop headers (RFC 9110, 7.6.1). Our server has already handled `expect`. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "expect",
]);

/**
 * Next answers 500 to these where they do not hold for its files. A server may ignore ranges (RFC
 * 9110, 14.2).
 */
const ofFiles = new Set(["range", "if-range", "if-match", "if-unmodified-since"]);

/**
 * Proxies a request to the loopback server on that port and streams its response back. The client
 * gets exactly one response: the web thread's, a 503 if the thread fails, or a 408 if the body does
 * not arrive. A response that aborts midway also aborts for the client.
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: ForwardTarget,
): void {
  if (target.port === null) {
    sendUnavailable(response);
    return;
  }
  const outgoing = requestOf({
    host: "127.0.0.1",
    port: target.port,
    agent: hasBody(request) ? singleUseAgent : agent,
    method: request.method,
    path: request.url,
    headers: headersFor(request, target.key),
    // A response may repeat the escaped target, as the redirect to the sign-in page does.
    maxHeaderSize: 131_072,
  });
  let isDecided = false;
  const decide = (): boolean => {
    const isFirst = !isDecided;
    isDecided = true;
    return isFirst;
  };
  outgoing.on("response", (incoming) => {
    // The client has its response already, but this one must be drained.
    if (!decide()) incoming.resume();
    else
      passBack(incoming, response, mayChange(request) ? target.waitForChanges : null).catch(
        (error) => answerFailure(response, error),
      );
  });
  outgoing.on("error", () => {
    if (decide()) sendUnavailable(response);
  });
  const leave = () => response.destroy();
  endUploadWithClient(request, leave);
  response.on("close", () => {
    request.socket.off("end", leave);
    outgoing.destroy();
  });
  if (!hasBody(request)) {
    outgoing.end();
    return;
  }
  // Lets the web thread refuse by headers alone, before the body arrives.
  outgoing.flushHeaders();
  request.pipe(outgoing);
  limitBodyTime(request, () => {
    if (decide()) sendProblem(response, bodyTimeout(), { Connection: "close" });
    else if (!response.writableEnded) response.destroy();
    outgoing.destroy();
  });
}

/** With YOURLS_API=get even a GET may create a link. */
function mayChange({ method, url = "/" }: IncomingMessage): boolean {
  return !isRead(method) || url.startsWith("/yourls-api.php");
}

async function passBack(
  incoming: IncomingMessage,
  response: ServerResponse,
  waitForChanges: ForwardTarget["waitForChanges"] | null,
): Promise<void> {
  // Without a listener the error would be thrown. "close" reports it too.
  incoming.on("error", () => {});
  await waitForChanges?.((incoming.statusCode ?? 502) < 400);
  if (incoming.destroyed && !incoming.complete) {
    sendUnavailable(response);
    return;
  }
  closeAfterLargeBody(response);
  response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.rawHeaders));
  incoming.on("close", () => {
    if (!incoming.readableEnded) response.destroy();
  });
  incoming.on("end", () => endAfterBody(response));
  incoming.pipe(response, { end: false });
}

function headersFor(
  request: IncomingMessage,
  key: string,
): Record<string, string | string[] | undefined> {
  const { url = "/", headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const isDropped = (name: string) =>
    hopByHop.has(name) || (ofFiles.has(name) && !url.startsWith("/api"));
  // A chunked body stays chunked. All other connection headers are set by this server.
  const kept = Object.entries(headers).filter(
    ([name]) => name === "transfer-encoding" || !isDropped(name),
  );
  const signed = { [peerHeader]: signPeer(request, peer, key) };
  return { "x-forwarded-for": peer, ...Object.fromEntries(kept), ...signed };
}

/**
 * `rawHeaders` alternates names and values. Repeated names, such as Set-Cookie, become an array:
 * otherwise `writeHead` keeps only the last value once any other header is set (Node 20).
 */
function endToEnd(rawHeaders: string[]): Record<string, string | string[]> {
  const headers = new Map<string, { name: string; values: string[] }>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    const key = name.toLowerCase();
    if (hopByHop.has(key)) continue;
    const known = headers.get(key);
    if (known) known.values.push(value);
    else headers.set(key, { name, values: [value] });
  }
  return Object.fromEntries(
    [...headers.values()].map(({ name, values }) => [
      name,
      values.length === 1 ? (values[0] ?? "") : values,
    ]),
  );
}

function sendUnavailable(response: ServerResponse): void {
  const error = new SluglineError("unavailable", "pagesRestarting");
  sendProblem(response, error, { "Retry-After": "1" });
}
