import { type IncomingMessage, request as requestOf, type Server } from "node:http";
import { type Duplex, duplexPair, Readable } from "node:stream";
import { settleInnerOrigin } from "../config/env";
import { peerAddress } from "../http/peer-address";

/** No host has this name. Next asks there for the page that a server action redirects to. */
const ownOrigin = "http://web-thread.invalid";

/** Next asks for a page without them: Node describes a request itself, and reads no body twice. */
const dropped = ["connection", "content-length", "content-type", "expect", "transfer-encoding"];

/**
 * Keeps what Next requests from itself within this thread. Such a request reaches `server` over a
 * stream in memory: it is a GET, follows nothing, and carries only what the person's browser sent.
 * Without a `server` it gets no answer: Next then leaves it to the browser. `others` is what becomes
 * of everything else that is fetched in this thread.
 */
export class OwnRequests {
  private readonly peers = new WeakMap<Duplex, string>();

  constructor(
    private readonly server: Server | null,
    others: typeof fetch,
  ) {
    settleInnerOrigin(ownOrigin);
    globalThis.fetch = (input, init) => {
      const { origin } = new URL(typeof input === "object" && "url" in input ? input.url : input);
      return origin === ownOrigin ? this.ask(new Request(input, init)) : others(input, init);
    };
  }

  /** The peer of the person that Next asks for; undefined for a request of anyone else. */
  peerOf({ socket }: IncomingMessage): string | undefined {
    return this.peers.get(socket);
  }

  private async ask({ url, method, headers, signal }: Request): Promise<Response> {
    if (this.server === null || method !== "GET") return noAnswer();
    const { pathname, search } = new URL(url);
    for (const name of dropped) headers.delete(name);
    const [near, far] = duplexPair();
    // The end of one side is none of the other.
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    this.peers.set(far, peerAddress() ?? "");
    this.server.emit("connection", far);
    const outgoing = requestOf({
      createConnection: () => near,
      path: pathname + search,
      headers: { ...Object.fromEntries(headers), connection: "close" },
      signal,
    });
    return new Promise((resolve, reject) => {
      outgoing.on("error", reject).on("response", (incoming) => resolve(toResponse(incoming)));
      outgoing.end();
    });
  }
}

/** Next then sends the browser to the page. */
function noAnswer(): Response {
  return new Response(null, { status: 204 });
}

function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  const status = incoming.statusCode ?? 502;
  if (status === 204 || status === 304) return noAnswer();
  return new Response(Readable.toWeb(incoming) as ReadableStream, { status, headers });
}
