import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { eventually } from "./fault-service";
import { readiness } from "./server";

/** The configuration that the documentation gives operators. */
export function documentedProxy(language: string): string {
  const block = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(
    readFileSync("docs/operating.md", "utf8"),
  )?.[1];
  if (!block) throw new Error(`docs/operating.md has no ${language} block`);
  return block;
}

/** Shorter than a stopping server goes on accepting. */
const checkHoldsMs = 300;

/**
 * A load balancer: it sends the requests to its servers in turn, and no visitor twice to the same.
 */
export class Balancer {
  private readonly server: Server;
  private sent = 0;
  /**
   * When each server was last asked and said that it is ready, in the time of `performance.now()`.
   */
  private readonly ready = new Map<string, number>();
  private stopping = false;
  private checks: Promise<void> | null = null;

  /**
   * `urls` is read before every request, so that servers may come and go. With `isChecking`, only
   * those that say they are ready get requests.
   */
  constructor(
    private readonly urls: () => string[],
    private readonly options: { isChecking?: boolean } = {},
  ) {
    this.server = createServer(async (incoming, response) => {
      const outgoing = request(new URL(incoming.url ?? "/", await this.next()), {
        method: incoming.method,
        headers: incoming.headers,
      });
      outgoing.on("response", (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)),
      );
      outgoing.on("error", () => response.destroy());
      incoming.pipe(outgoing);
    });
  }

  /** Resolves with the public URL. */
  async start(): Promise<string> {
    if (this.options.isChecking) this.checks = this.follow();
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether so many servers come to be in rotation. */
  holds(count: number): Promise<boolean> {
    return eventually(() => this.inRotation().length === count, 10_000);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.checks;
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private inRotation(): string[] {
    return this.urls().filter((url) => !this.options.isChecking || this.ready.has(url));
  }

  /**
   * On a busy machine its checks may be late. Then a request waits for one, instead of going where
   * nobody listens any more.
   */
  private async next(): Promise<string> {
    const isCurrent = (url: string) =>
      !this.options.isChecking || performance.now() - (this.ready.get(url) ?? 0) < checkHoldsMs;
    let urls = this.inRotation().filter(isCurrent);
    for (let waits = 0; urls.length === 0 && waits < 1_000; waits++) {
      await sleep(10);
      urls = this.inRotation().filter(isCurrent);
    }
    return urls[this.sent++ % urls.length] ?? "http://127.0.0.1:1";
  }

  /**
   * Checks each server on its own, so that a slow one does not delay what is known of the others.
   */
  private async follow(): Promise<void> {
    const asked = new Map<string, Promise<void>>();
    while (!this.stopping) {
      for (const url of this.urls().filter((each) => !asked.has(each))) {
        const check = this.check(url).finally(() => asked.delete(url));
        asked.set(url, check);
      }
      await sleep(50);
    }
    await Promise.all(asked.values());
  }

  private async check(url: string): Promise<void> {
    const from = performance.now();
    // As the documentation says: plain readiness is also lost when the database is slow for a
    // moment, by all instances at once.
    const { status } = await readiness({ url }, "?for=visitors").catch(() => ({ status: 0 }));
    if (status === 200) this.ready.set(url, from);
    else this.ready.delete(url);
  }
}

/** HAProxy as documented, but without TLS, and with servers that keep their ports. */
export class HaProxy {
  static readonly isInstalled = spawnSync("haproxy", ["-v"]).status === 0;
  private readonly folder = mkdtempSync(join(tmpdir(), "slugline-haproxy-"));
  private process: ChildProcess | null = null;

  constructor(private readonly urls: () => string[]) {}

  /** Resolves with the public URL. */
  async start(): Promise<string> {
    const port = await getPort({ host: "127.0.0.1" });
    const servers = this.urls().map(
      (url, index) => `  server instance-${index} ${new URL(url).host} check`,
    );
    const config = documentedProxy("haproxy")
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace("-i go.example.com", "-i 127.0.0.1")
      .replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
      .replace(/^ +server one .*$/m, servers.join("\n"));
    writeFileSync(
      join(this.folder, "haproxy.cfg"),
      `global\n  stats socket ${this.socket}\n${config}`,
    );
    this.process = spawn("haproxy", ["-db", "-f", join(this.folder, "haproxy.cfg")], {
      stdio: "ignore",
    });
    if (!(await this.holds(servers.length))) throw new Error("HAProxy has not found its servers");
    return `http://127.0.0.1:${port}`;
  }

  /** Whether so many servers come to be in rotation. */
  holds(count: number): Promise<boolean> {
    return eventually(async () => (await this.countUp().catch(() => 0)) === count, 15_000);
  }

  async stop(): Promise<void> {
    if (this.process?.exitCode === null) {
      const exited = once(this.process, "exit");
      this.process.kill("SIGKILL");
      await exited;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get socket(): string {
    return join(this.folder, "stats");
  }

  private async countUp(): Promise<number> {
    const socket = connect(this.socket);
    await once(socket, "connect");
    socket.write("show stat\n");
    let text = "";
    for await (const chunk of socket) text += chunk;
    return text.split("\n").filter((line) => /^slugline,instance-\d+,.*,UP,/.test(line)).length;
  }
}
