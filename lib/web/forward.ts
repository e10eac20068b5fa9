import { Agent, type IncomingMessage, request as requestOf, type ServerResponse } from "node:http";
import { SluglineError } from "../core/errors";
import { answerFailure, sendProblem } from "../http/problem";
import { bodyTimeout, closeAfterLargeBody, endAfterBody, hasBody, limitBodyTime } from "../http/request-body";
import { isSameSecret } from "../owners/secret-hash";

/** Tells the pages' thread who asked: its key, a space, the address of the socket's other end. */
const peerHeader = "x-slugline-peer";

/** Who asked, taken out of the headers; null when the request was not passed on by `forward` with this key. */
export function takePeer({ headers }: IncomingMessage, key: string): string | null {
  const [shown = "", peer = ""] = String(headers[peerHeader] ?? "").split(" ");
  delete headers[peerHeader];
  return isSameSecret(shown, key) ? peer : null;
}

/** For a request that makes the web thread ask itself on behalf of the same client. */
export function keepPeer({ headers }: IncomingMessage, key: string, peer: string): void {
  headers[peerHeader] = `${key} ${peer}`;
}

export interface ForwardTarget {
  /** Null while nobody answers there. */
  port: number | null;
  key: string;
  /** Awaited before the answer to a write is passed on. */
  isHeard: () => Promise<void>;
}

const agent = new Agent({ keepAlive: true });

/**
 * For requests with a body, one connection each. The web thread may answer without having read all of a body that the
 * kernel has taken already, and would then never see a next request. Kept alive, so that we close, once we have the answer.
 */
class SingleUseAgent extends Agent {
  // @types/node says void; a falsy result ends the connection.
  override keepSocketAlive(): boolean {
    return false;
  }
}
const singleUseAgent = new SingleUseAgent({ keepAlive: true });

/** Those that speak of one connection and not of the message (RFC 9110, 7.6.1); what is expected was answered by our server. */
const hopByHop = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "trailer", "expect"]);

/**
 * Passes a request on to the server on that loopback port, and its answer back, both as they come. The client gets one
 * answer, whatever fails and when: the first of the web thread's, a 503 when it breaks off and a 408 when the body does
 * not arrive. An answer that breaks off in its middle breaks off for the client too.
 */
export function forward(request: IncomingMessage, response: ServerResponse, target: ForwardTarget): void {
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
    // An answer may name the target again, escaped: a redirect to the sign-in page does.
    maxHeaderSize: 131_072,
  });
  let isDecided = false;
  const decide = (): boolean => {
    const isFirst = !isDecided;
    isDecided = true;
    return isFirst;
  };
  outgoing.on("response", (incoming) => {
    // Nobody waits for it any more, but it must not stay unread.
    if (!decide()) incoming.resume();
    else passBack(incoming, response, isRead(request) ? null : target.isHeard).catch((error) => answerFailure(response, error));
  });
  outgoing.on("error", () => {
    if (decide()) sendUnavailable(response);
  });
  response.on("close", () => outgoing.destroy());
  if (!hasBody(request)) {
    outgoing.end();
    return;
  }
  // Whoever refuses by the headers alone need not wait for the body.
  outgoing.flushHeaders();
  request.pipe(outgoing);
  limitBodyTime(request, () => {
    if (decide()) sendProblem(response, bodyTimeout(), { Connection: "close" });
    else if (!response.writableEnded) response.destroy();
    outgoing.destroy();
  });
}

/** `isHeard` is null for a request that changes nothing. */
async function passBack(incoming: IncomingMessage, response: ServerResponse, isHeard: ForwardTarget["isHeard"] | null): Promise<void> {
  // Without a listener it would be thrown; "close" tells the same.
  incoming.on("error", () => {});
  await isHeard?.();
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

function isRead({ method = "GET" }: IncomingMessage): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

function headersFor({ headers, socket }: IncomingMessage, key: string): Record<string, string | string[] | undefined> {
  const peer = socket.remoteAddress ?? "";
  // A chunked body stays chunked; every other header of the connection is ours to say.
  const kept = Object.entries(headers).filter(
    ([name, value]) => name === "transfer-encoding" || !(hopByHop.has(name) || (name === "range" && isReversed(String(value)))),
  );
  return { "x-forwarded-for": peer, ...Object.fromEntries(kept), [peerHeader]: `${key} ${peer}` };
}

/** A range that ends before it begins is to be ignored (RFC 9110, 14.1.1); Next answers it with 500. */
function isReversed(range: string): boolean {
  return range.split(/[=,]/).some((part) => {
    const [, first, last] = /^\s*(\d+)-(\d+)\s*$/.exec(part) ?? [];
    return first !== undefined && Number(first) > Number(last);
  });
}

/**
 * `rawHeaders` has names and values in turn. A name that comes twice, as Set-Cookie does, gets an array: `writeHead` would
 * keep the last value only once any other header is set (Node 20).
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
  return Object.fromEntries([...headers.values()].map(({ name, values }) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}

function sendUnavailable(response: ServerResponse): void {
  const error = new SluglineError("unavailable", "This server's pages and API are being restarted. Try again in a moment.");
  sendProblem(response, error, { "Retry-After": "1" });
}
