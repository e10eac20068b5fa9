import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A load balancer with one public address: it sends the requests to its servers in turn, and no visitor twice to the same. */
export class Balancer {
  private readonly server: Server;
  private sent = 0;

  /** `urls` is read before every request, so that servers may come and go. */
  constructor(private readonly urls: () => string[]) {
    this.server = createServer((incoming, response) => {
      const urls = this.urls();
      const outgoing = request(new URL(incoming.url ?? "/", urls[this.sent++ % urls.length]), { method: incoming.method, headers: incoming.headers });
      outgoing.on("response", (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)));
      outgoing.on("error", () => response.destroy());
      incoming.pipe(outgoing);
    });
  }

  /** Resolves with the public URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
