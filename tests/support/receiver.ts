import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

export interface TestReceiver {
  /** Without a trailing slash. */
  url: string;
  /** `host:port`, as in MESSAGE_ALLOW_HOSTS. */
  host: string;
  received: Received[];
  /** What each path answers from now on; 204 by default. */
  answers: Map<string, Answer>;
  /** The messages that this path got, parsed. */
  messages: (path: string) => { type: string; timestamp: string; data: Record<string, unknown> }[];
  close: () => Promise<void>;
}

export async function startReceiver(port = 0): Promise<TestReceiver> {
  const received: Received[] = [];
  const answers: TestReceiver["answers"] = new Map();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "/";
    received.push({
      path,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString("utf8"),
      at: performance.now(),
    });
    (answers.get(path) ?? (() => response.writeHead(204).end()))(response, request);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const messages = (path: string) =>
    received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body));
  return { url: `http://${host}`, host, received, answers, messages, close };
}
