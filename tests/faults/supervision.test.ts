// Run: all
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Api } from "../support/api";
import { eventually, rounds } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load } from "../support/load";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";
import { isFullRun } from "../support/run";
import { startServer, type TestServer } from "../support/server";

/**
 * Promise 25 for the embedded Postgres: what is killed comes back, and redirects of known links
 * never stop.
 */
let dataDir: string;
let server: TestServer;

beforeEach(async () => {
  dataDir = makePostgresFolder("supervised");
  server = await startServer("", { env: { DATA_DIR: dataDir } });
});

afterEach(async () => {
  await server.stop();
  removePostgresFolder(dataDir);
});

function pidFile(): string[] {
  return readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n");
}

/** Postgres removes the file of the one that died before it writes its own. */
function isRestarted(formerPid: string | undefined): boolean {
  return existsSync(join(dataDir, "postgres/data/postmaster.pid")) && pidFile()[0] !== formerPid;
}

/** The embedded database, asked past the service. */
async function sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
  const password = readFileSync(join(dataDir, "postgres/password"), "utf8");
  const client = new pg.Client(
    `postgresql://slugline:${password}@127.0.0.1:${pidFile()[3]}/slugline`,
  );
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`${server.url}/api/readyz`).catch(() => null);
  const body = (await response?.json()) as { checks?: { journal?: string } } | undefined;
  return response?.status === 200 && body?.checks?.journal === "ok";
}

describe("kill -9 of the embedded Postgres under load", () => {
  it("loses no request and no click", async () => {
    const api = new Api(server);
    await api.create({ slug: "supervised" });
    const answered: Answered[] = [];
    const load = new Load({ url: () => server.url, slug: () => "supervised", workers: 4 });
    try {
      await eventually(() => load.log.length > 50, 5_000);
      for (let round = 0; round < 2 * rounds; round++) {
        const [pid] = pidFile();
        process.kill(Number(pid), "SIGKILL");
        expect(await eventually(async () => isRestarted(pid) && (await isReady()), 40_000)).toBe(
          true,
        );
        const before = load.log.length;
        expect(await eventually(() => load.log.length > before + 50, 5_000)).toBe(true);
      }
    } finally {
      await load.stop();
    }
    answered.push(...load.answered());
    expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    expect(await eventually(isReady, 10_000)).toBe(true);
    expect(await findDiscrepancies(sql, answered, api)).toEqual([]);
    expect((await fetch(`${server.url}/api/livez`)).status).toBe(200);
  });
});

describe.runIf(isFullRun)("an embedded Postgres that cannot be restarted", () => {
  it("is reported by livez and the log until it runs", async () => {
    await new Api(server).create({ slug: "supervised" });
    expect((await fetch(`${server.url}/supervised`, { redirect: "manual" })).status).toBe(302);
    const [pid, , , port] = pidFile();
    process.kill(Number(pid), "SIGKILL");
    const blocker = await occupy(Number(port));
    const livez = async () => (await fetch(`${server.url}/api/livez`)).status;
    try {
      expect(await eventually(async () => (await livez()) === 503, 30_000, 200)).toBe(true);
      expect((await fetch(`${server.url}/supervised`, { redirect: "manual" })).status).toBe(302);
      expect(server.output()).toContain("The embedded Postgres exited and cannot be restarted.");
    } finally {
      await new Promise((resolve) => blocker.close(resolve));
    }
    expect(
      await eventually(async () => (await livez()) === 200 && (await isReady()), 30_000, 200),
    ).toBe(true);
  });
});

/** Takes a port as soon as it is free. */
async function occupy(port: number): Promise<Server> {
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    const taken = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (taken) return server;
  }
}
