import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from "node:net";

/** A web server for link destinations. */
export interface Destination {
  /** Without a trailing slash. */
  url: string;
  /** `host:port`, as in SCRAPE_ALLOW_HOSTS. */
  host: string;
  port: number;
  requests: IncomingMessage[];
  close: () => Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const notFound: Answer = (_request, response) =>
  response.writeHead(404, { "Content-Type": "text/html" }).end("<title>Not here</title>");

/** Serves each path with its own handler, and others with `otherwise`. */
export async function startDestination(
  pages: Record<string, Answer>,
  otherwise: Answer = notFound,
  at = { address: "127.0.0.1", port: 0 },
): Promise<Destination> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    const answer = pages[(request.url ?? "/").split("?", 1)[0] ?? "/"] ?? otherwise;
    answer(request, response);
  };
  const server = createHttp(listener);
  await listening(server, at.address, at.port);
  const taken = (server.address() as AddressInfo).port;
  const host = `${at.address.includes(":") ? `[${at.address}]` : at.address}:${taken}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${host}`, host, port: taken, requests, close };
}

/** A response with a whole page. */
export function page(
  html: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): Answer {
  return (_request, response) =>
    response
      .writeHead(status, { "Content-Type": "text/html; charset=utf-8", ...headers })
      .end(html);
}

export function redirectTo(location: string, status = 302): Answer {
  return (_request, response) =>
    response.writeHead(status, { Location: Buffer.from(location).toString("latin1") }).end();
}

/** A listener that must never get a connection. */
export interface Canary {
  port: number;
  connections: () => number;
  close: () => Promise<void>;
}

/**
 * Starts canaries on all given loopback addresses, on one port. Their response would show up as a
 * title.
 */
export async function startCanary(addresses: readonly string[], wantedPort = 0): Promise<Canary> {
  let connections = 0;
  const servers: TcpServer[] = [];
  let port = wantedPort;
  for (const address of addresses) {
    const server = createTcp((socket) => {
      connections++;
      socket.on("error", () => {});
      socket.on("data", () =>
        socket.end(
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 21\r\n\r\n<title>secret</title>",
        ),
      );
    });
    await listening(server, address, port);
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  const close = async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  };
  return { port, connections: () => connections, close };
}

/** A second loopback address beside 127.0.0.1 on this machine. */
export async function secondLoopback(): Promise<string> {
  for (const address of ["::1", "127.0.0.2"]) {
    const probe = createTcp();
    const works = await listening(probe, address, 0).then(
      () => true,
      () => false,
    );
    if (!works) continue;
    await new Promise((resolve) => probe.close(resolve));
    return address;
  }
  throw new Error("This machine has one loopback address only.");
}

function listening(server: Server | TcpServer, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, address, () => resolve());
  });
}
