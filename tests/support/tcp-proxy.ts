import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

interface Wire {
  client: Socket;
  server: Socket;
  /** What the client sent first, to tell connections apart. */
  said: string;
  muted: boolean;
  turn: Promise<void>;
}

/** A line to a server on loopback that can be made slow, silent or broken while it is used. */
export class TcpProxy {
  /** Added to every answer of the server. Set back to zero, what is on its way arrives at once. */
  delayMs = 0;
  /** New connections are taken, but nothing passes. */
  swallowsNew = false;
  private readonly wires = new Set<Wire>();
  private readonly listener: Server;

  private constructor(private readonly upstreamPort: () => number) {
    this.listener = createServer((client) => this.join(client));
  }

  static async start(upstreamPort: () => number): Promise<TcpProxy> {
    const proxy = new TcpProxy(upstreamPort);
    await once(proxy.listener.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** From now on nothing passes on the open connections, and neither end is told; on those whose client said `word`, if given. */
  silence(word = ""): number {
    const found = [...this.wires].filter(({ said }) => said.includes(word));
    for (const wire of found) wire.muted = true;
    return found.length;
  }

  cut(): void {
    for (const { client, server } of this.wires) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  async stop(): Promise<void> {
    const closed = once(this.listener.close(), "close");
    this.cut();
    await closed;
  }

  private join(client: Socket): void {
    const server = connect(this.upstreamPort(), "127.0.0.1");
    const wire: Wire = { client, server, said: "", muted: this.swallowsNew, turn: Promise.resolve() };
    this.wires.add(wire);
    client.setNoDelay(true).on("data", (chunk) => {
      if (wire.said.length < 2_000) wire.said += chunk.toString("latin1");
      if (!wire.muted) server.write(chunk);
    });
    server.setNoDelay(true).on("data", (chunk) => {
      const due = performance.now() + this.delayMs;
      wire.turn = wire.turn.then(() => this.deliver(wire, chunk, due));
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on("error", () => {});
      socket.on("close", () => {
        this.wires.delete(wire);
        void wire.turn.then(() => other.destroy());
      });
    }
  }

  private async deliver(wire: Wire, chunk: Buffer, due: number): Promise<void> {
    while (this.delayMs > 0 && performance.now() < due) await sleep(Math.min(20, Math.max(1, due - performance.now())));
    if (!wire.muted && !wire.client.destroyed) wire.client.write(chunk);
  }
}
