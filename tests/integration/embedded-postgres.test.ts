// Run: all
import { appendFileSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { superviseEmbeddedPostgres } from "@/lib/database/supervise-postgres";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";
import { listFiles } from "../support/search-files";

const megabyte = 1024 * 1024;
const programs = { programsFolder: process.env.TEST_POSTGRES_BIN };
let folder: string;
let postgres: EmbeddedPostgres;

beforeAll(() => {
  folder = makePostgresFolder("embedded");
});

afterEach(async () => {
  await postgres.stop();
  vi.unstubAllEnvs();
});

afterAll(() => removePostgresFolder(folder));

async function query(sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

describe("the embedded Postgres", () => {
  it.runIf(process.platform === "linux")("does not get the service's secrets", async () => {
    vi.stubEnv("API_TOKEN", "secret-of-the-api");
    vi.stubEnv("OWNER_PASSWORD", "secret-of-an-owner");
    vi.stubEnv("PGOPTIONS", "-c work_mem=64kB");
    postgres = await startEmbeddedPostgres(folder, programs);
    const pid = readFileSync(join(postgres.folder, "data/postmaster.pid"), "utf8").split("\n")[0];
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    expect(environment).toContain(`PATH=${process.env.PATH}`);
    expect(
      environment.filter((variable) => /secret-of|PGOPTIONS|NODE_|VITEST/.test(variable)),
    ).toEqual([]);
  });

  it("writes neither statements nor values to its log", async () => {
    postgres = await startEmbeddedPostgres(folder, programs);
    const address = "somebody@example.com";
    await query(`CREATE TABLE "Person" ("email" text UNIQUE, "age" int CHECK ("age" > 0))`);
    await query(`INSERT INTO "Person" ("email") VALUES ($1)`, [address]);
    const failing: [sql: string, values?: string[]][] = [
      [`INSERT INTO "Person" ("email") VALUES ($1)`, [address]],
      [`INSERT INTO "Person" ("email") VALUES ('${address}')`],
      [`INSERT INTO "Person" ("age") VALUES ($1)`, [address]],
      [`INSERT INTO "Person" VALUES ('other ${address}', -1)`],
      [`SELECT "${address}"`],
      [`SELECT 1 FROM '${address}'`],
      [`DO $$ BEGIN RAISE EXCEPTION '${address}'; END $$`],
      [`DO $$ BEGIN RAISE WARNING '${address}'; PERFORM 1/0; END $$`],
    ];
    for (const [sql, values] of failing) await expect(query(sql, values)).rejects.toThrow();
    const logs = listFiles(postgres.folder).filter(
      (path) => /log/.test(path) && !/pg_wal/.test(path),
    );
    expect(logs).toContain(join(postgres.folder, "postgres.log"));
    expect(logs.filter((path) => readFileSync(path).includes(address))).toEqual([]);
    // It still tells what an owner must know.
    expect(readFileSync(join(postgres.folder, "postgres.log"), "utf8")).toContain(
      "database system is ready to accept connections",
    );
  });

  it("deletes a log with statements from an earlier version, and rotates others", async () => {
    const log = join(realpathSync(join(folder, "postgres")), "postgres.log");
    writeFileSync(
      log,
      "2026-11-22 08:00:00 UTC [1] ERROR:  duplicate key\n2026-11-22 08:00:00 UTC [1] DETAIL:  Key (email)=(somebody@example.com)\n",
    );
    postgres = await startEmbeddedPostgres(folder, programs);
    expect(readFileSync(log, "utf8")).not.toContain("somebody@example.com");
    await postgres.stop();
    appendFileSync(log, "x".repeat(3 * megabyte));
    postgres = await startEmbeddedPostgres(folder, programs);
    expect(statSync(log).size).toBeLessThan(megabyte);
    expect(statSync(`${log}.1`).size).toBeGreaterThan(3 * megabyte);
  });

  it.runIf(!programs.programsFolder)("limits its log size while running", async () => {
    postgres = await superviseEmbeddedPostgres(folder, 20);
    const log = join(postgres.folder, "postgres.log");
    const sizes: number[] = [];
    for (let round = 0; round < 3; round++) {
      appendFileSync(log, "x".repeat(3 * megabyte));
      await expect.poll(() => statSync(log).size).toBeLessThan(3 * megabyte);
      // Postgres goes on at the beginning of the emptied file, without a hole before it.
      await expect(connectWrongly()).rejects.toThrow();
      await expect
        .poll(() => readFileSync(log, "utf8"))
        .toMatch(/^\d{4}-.*password authentication failed/);
      sizes.push(statSync(log).size + statSync(`${log}.1`).size);
    }
    expect(Math.max(...sizes)).toBeLessThan(4 * megabyte);
  });
});

async function connectWrongly(): Promise<void> {
  const url = new URL(postgres.url);
  url.password = "wrong";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect().finally(() => client.end().catch(() => {}));
}
