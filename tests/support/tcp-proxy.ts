import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

interface Wire {
  client: Socket;
  server: Socket;
  /** The first bytes from the client, to tell connections apart. */
  said: string;
  muted: boolean;
  isCutByAnswer: boolean;
  turn: Promise<void>;
}

/** A proxy to a loopback server that tests can slow down, silence or cut. */
export class TcpProxy {
  /**
   * Added to every response of the server. When it is reset to zero, delayed data is delivered at
   * once.
   */
  delayMs = 0;
  /** New connections are accepted, but no data passes. */
  swallowsNew = false;
  /** Whether to cut the connection instead of passing on what its client sends. */
  cutsBefore: (sent: Buffer, by: Socket) => boolean = () => false;
  /** Whether to cut it when the server answers what its client sends. */
  cutsAfter: (sent: Buffer, by: Socket) => boolean = () => false;
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

  /**
   * Stops all data on open connections without closing them. With `word`, only on those whose
   * client sent it.
   */
  silence(word = ""): number {
    const found = [...this.wires].filter(({ said }) => said.includes(word));
    for (const wire of found) wire.muted = true;
    return found.length;
  }

  cut(): void {
    for (const wire of this.wires) cutWire(wire);
  }

  async stop(): Promise<void> {
    const closed = once(this.listener.close(), "close");
    this.cut();
    await closed;
  }

  private join(client: Socket): void {
    const server = connect(this.upstreamPort(), "127.0.0.1");
    const wire: Wire = {
      client,
      server,
      said: "",
      muted: this.swallowsNew,
      isCutByAnswer: false,
      turn: Promise.resolve(),
    };
    this.wires.add(wire);
    client.setNoDelay(true).on("data", (chunk) => {
      if (wire.said.length < 2_000) wire.said += chunk.toString("latin1");
      if (this.cutsBefore(chunk, client)) return cutWire(wire);
      wire.isCutByAnswer ||= this.cutsAfter(chunk, client);
      if (!wire.muted) server.write(chunk);
    });
    server.setNoDelay(true).on("data", (chunk) => {
      if (wire.isCutByAnswer) return cutWire(wire);
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
    while (this.delayMs > 0 && performance.now() < due)
      await sleep(Math.min(20, Math.max(1, due - performance.now())));
    if (!wire.muted && !wire.client.destroyed) wire.client.write(chunk);
  }
}

function cutWire({ client, server }: Wire): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}
