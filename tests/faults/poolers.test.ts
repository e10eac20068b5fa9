// Run: all
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresPlace, type SystemUser } from "@/lib/database/postgres-place";
import { Api } from "../support/api";
import { FaultDatabase } from "../support/fault-database";
import { eventually } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { countByStatus, Load, visitOnce } from "../support/load";
import { startServer, type TestServer, untilDrained } from "../support/server";

/**
 * Behind a pooler, promise 4 holds or the service says that it cannot: with a real PgBouncer, where
 * one is installed.
 */
const isInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;

type PoolMode = "session" | "transaction";

class PgBouncer {
  private constructor(
    readonly url: string,
    private process: ChildProcess,
    private readonly run: () => Promise<ChildProcess>,
    private readonly configure: (mode: PoolMode) => void,
    private readonly folder: string,
  ) {}

  static async start(databaseUrl: string, mode: PoolMode): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), "slugline-pooler-"));
    chmodSync(folder, 0o755);
    // PgBouncer refuses to run as root, as Postgres does.
    const { user } = postgresPlace(folder);
    const port = await getPort({ host: "127.0.0.1" });
    const file = join(folder, "pgbouncer.ini");
    const configure = (poolMode: PoolMode) => {
      writeFileSync(file, iniOf(databaseUrl, port, poolMode));
      if (user) chownSync(file, user.uid, user.gid);
    };
    configure(mode);
    const run = async () => {
      const child = spawn("pgbouncer", ["-q", file], { stdio: "ignore", ...idsOf(user) });
      expect(await eventually(() => isListening(port), 5_000)).toBe(true);
      return child;
    };
    const url = new URL(databaseUrl);
    url.port = String(port);
    return new PgBouncer(url.href, await run(), run, configure, folder);
  }

  /** Takes effect when a connection to Postgres comes back next. */
  changeMode(mode: PoolMode): void {
    this.configure(mode);
    this.process.kill("SIGHUP");
  }

  async kill(): Promise<void> {
    const exited = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await exited;
  }

  async startAgain(): Promise<void> {
    this.process = await this.run();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function iniOf(databaseUrl: string, port: number, mode: PoolMode): string {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  return [
    "[databases]",
    `${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "default_pool_size = 30",
    "",
  ].join("\n");
}

function idsOf(user: SystemUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

describe.skipIf(!isInstalled)("behind PgBouncer (skipped if not installed)", () => {
  let database: FaultDatabase;
  let pooler: PgBouncer;
  const servers: TestServer[] = [];

  beforeAll(async () => {
    database = await FaultDatabase.start();
  });

  afterAll(async () => {
    for (const server of servers) await server.stop();
    await pooler?.stop();
    await database?.stop();
  });

  /** An edit on one instance, as the other one's visitors see it. */
  async function editActsElsewhere(slug: string): Promise<boolean> {
    const [first, second] = servers;
    if (!first || !second) throw new Error("two instances are needed");
    await new Api(first).create({ slug, url: "https://before.example.com/" });
    expect((await visitOnce(second.url, slug, `before-${slug}`)).location).toBe(
      "https://before.example.com/",
    );
    await new Api(first).patch(slug, { url: "https://after.example.com/" });
    let asked = 0;
    return eventually(
      async () =>
        (await visitOnce(second.url, slug, `after-${slug}-${asked++}`)).location ===
        "https://after.example.com/",
      1_000,
    );
  }

  it("refuses to start in transaction mode and says how to fix it", async () => {
    pooler = await PgBouncer.start(database.url, "transaction");
    await expect(startServer(pooler.url)).rejects.toThrow(
      /pooler in transaction mode[\s\S]*Set DATABASE_URL to Postgres itself/,
    );
    await pooler.stop();
  });

  it("works in session mode: edits take effect on both instances within 1 s", async () => {
    pooler = await PgBouncer.start(database.url, "session");
    servers.push(await startServer(pooler.url), await startServer(pooler.url));
    for (const slug of ["session-a", "session-b"]) expect(await editActsElsewhere(slug)).toBe(true);
    const [first] = servers;
    if (!first) return;
    const visits = await Promise.all(
      Array.from({ length: 100 }, (_, index) => visitOnce(first.url, "session-a", `many-${index}`)),
    );
    expect(visits.filter(({ status }) => status !== 302)).toEqual([]);
    expect((await new Api(first).stats("session-a")).totalClicks).toBeGreaterThanOrEqual(100);
  });

  it("loses no request for a known link and no click when PgBouncer is killed and started again under load", async () => {
    const loads = servers.map(
      ({ url }) => new Load({ url: () => url, slug: () => "session-a", workers: 4 }),
    );
    try {
      await Promise.all(loads.map((load) => load.reached(100)));
      await pooler.kill();
      const killedAt = performance.now();
      await Promise.all(loads.map((load) => load.reached(200, killedAt)));
      await pooler.startAgain();
      for (const server of servers) await untilDrained(server, 20_000);
      const backAt = performance.now();
      await Promise.all(loads.map((load) => load.reached(100, backAt)));
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
    }
    for (const { log } of loads) expect(countByStatus(log)).toEqual({ 302: log.length });
    for (const server of servers) await untilDrained(server);
    const answered = loads.flatMap((load) => load.answered());
    expect(await findDiscrepancies(database.sql, answered)).toEqual([]);
    expect(await editActsElsewhere("session-c")).toBe(true);
  });

  it("reports a change of mode at run time; edits still take effect within 1 s", async () => {
    pooler.changeMode("transaction");
    for (const server of servers) {
      expect(
        await eventually(
          () => server.output().includes("Notifications of Postgres do not arrive"),
          30_000,
        ),
      ).toBe(true);
    }
    expect(await editActsElsewhere("transaction-a")).toBe(true);
  });
});
