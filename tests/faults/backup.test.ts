// Run: test
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { isoDate } from "@/lib/core/day";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrate } from "@/lib/database/migrate";
import { seed } from "@/scripts/seed-traffic";
import { addBusyDay } from "../support/busy-day";
import { digestTables } from "../support/database-content";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { eventually, Instance, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies, type Sql } from "../support/find-discrepancies";
import { countByStatus, Load } from "../support/load";
import { databaseCommand } from "../support/owner-command";
import { isFullRun } from "../support/run";

/** Promise 21: a backup that was restored. The long form does it with a million clicks. */
const clicks = rounds > 1 ? 1_000_000 : 50_000;
const service = useFaultService();
const folder = mkdtempSync(join(tmpdir(), "slugline-backups-"));
const file = join(folder, "busy.backup");
const environment = (url: string) => ({ DATABASE_URL: url, DATA_DIR: service.instance.dataDir });
const rejected = { code: 1, out: "" };
/** Made as an operator does; the scripts that the other tests start are bundled then, too. */
let printed: string;
let answered: { slug: string; campaign: string }[];
let restored: { name: string; url: string; pool: pg.Pool };

beforeAll(async () => {
  const { id } = await service.instance.api.create({ slug: "busy" });
  const pool = openPool(service.database.url, 1);
  await addBusyDay(
    pool.query.bind(pool) as pg.Pool["query"],
    id,
    isoDate(new Date()),
    clicks,
    clicks / 10,
  );
  await pool.end();
  await service.instance.api.create({ slug: "beside" });
  const load = new Load({
    url: () => service.instance.server.url,
    slug: () => "beside",
    workers: 6,
    pauseMs: 5,
  });
  await load.reached(100);
  answered = load.answered();
  const { code, out, error } = await databaseCommand(
    ["backup", file],
    environment(service.database.url),
  );
  await load.stop();
  expect([code, error]).toEqual([0, ""]);
  // Backups disturb no visitor.
  expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
  printed = out;
}, 600_000);

beforeAll(async () => {
  const name = await createDatabase(service.database.url);
  const url = databaseUrl(service.database.url, name);
  restored = { name, url, pool: openPool(url, 2) };
}, 60_000);

afterAll(async () => {
  await restored.pool.end();
  await dropDatabase(service.database.url, restored.name);
  rmSync(folder, { recursive: true, force: true });
});

const tables = () => digestTables(restored.pool.query.bind(restored.pool) as pg.Pool["query"]);
const start = (script: "backup" | "restore", path: string, url: string, ...through: string[]) => {
  const [program = process.execPath, ...parameters] = [
    ...through,
    process.execPath,
    `dist/scripts/${script}.js`,
    script,
    path,
  ];
  const child = spawn(program, parameters, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment(url) },
  });
  const output = { error: "" };
  child.stderr.on("data", (chunk) => (output.error += chunk));
  return { child, output };
};

describe("a backup made while visitors click", () => {
  it("reports what is in it", () => {
    expect(printed).toMatch(
      /^Backup of 2 links and [\d,]+ clicks: .*busy\.backup \([\d.]+ MB\)\n$/,
    );
  });

  it("is not taken for whole when its restore is killed, and the next restore works", async () => {
    // The command bundles the script.
    expect(
      await databaseCommand(["restore", join(folder, "none")], environment(restored.url)),
    ).toMatchObject(rejected);
    const { child } = start("restore", file, restored.url);
    const exited = once(child, "exit");
    const isLoading = async () =>
      (
        await service.database.sql(
          `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND "query" LIKE 'COPY "Click" %'`,
          [restored.name],
        )
      ).length > 0;
    expect(await eventually(isLoading, 60_000, 5), "rows of Click are loaded").toBe(true);
    child.kill("SIGKILL");
    await exited;
    // Postgres rolls back what lost its client.
    const isOver = async () =>
      (
        await service.database.sql(
          `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND "query" LIKE 'COPY%'`,
          [restored.name],
        )
      ).length === 0;
    expect(await eventually(isOver, 60_000)).toBe(true);
    expect(await tables()).toEqual({});
    const { code, out, error } = await databaseCommand(
      ["restore", file],
      environment(restored.url),
    );
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/^Link rows +2 +2$/m);
    expect(out).toMatch(/All numbers are those of the backup\.\n$/);
  });

  it("has every click answered before, and counters that equal history", {
    timeout: 600_000,
  }, async () => {
    const instance = new Instance(() => restored.url);
    const sql: Sql = async (text, values) => (await restored.pool.query(text, values)).rows;
    try {
      await instance.start();
      const counted = async () =>
        (await sql<{ count: number }>(`SELECT count(*)::int AS "count" FROM "Click"`))[0]?.count ??
        0;
      expect(await counted()).toBeGreaterThanOrEqual(clicks + answered.length);
      // The made-up clicks have no time of creation that a counter of the first day knows.
      await sql(`UPDATE "LinkCounter" SET "firstDayClicks" = (SELECT count(*) FROM "Click" c JOIN "Link" l ON l."id" = c."linkId"
                 WHERE l."slug" = 'busy' AND c."createdAt" >= l."createdAt") WHERE "linkId" = (SELECT "id" FROM "Link" WHERE "slug" = 'busy')`);
      expect(await findDiscrepancies(sql, answered, instance.api)).toEqual([]);
      // Control: one click less is noticed.
      const lost = answered[0]?.campaign;
      await sql(`DELETE FROM "Click" WHERE "utmCampaign" = $1`, [lost]);
      expect(await findDiscrepancies(sql, answered)).toContain(
        `answered but not stored: ${lost} of beside`,
      );
    } finally {
      await instance.remove();
    }
  });

  it("is refused by the database that it came from", async () => {
    const { code, error } = await databaseCommand(
      ["restore", file],
      environment(service.database.url),
    );
    expect(code).toBe(1);
    expect(error).toMatch(/^This database is not empty .* Nothing was changed\. /);
  });
});

describe("a backup that cannot be finished", () => {
  const hasPrlimit =
    process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0;
  const target = mkdtempSync(join(tmpdir(), "slugline-unfinished-"));
  afterAll(() => rmSync(target, { recursive: true, force: true }));

  it.runIf(hasPrlimit)("because the disk is full leaves no file and says so", async () => {
    const { child, output } = start(
      "backup",
      join(target, "full.backup"),
      service.database.url,
      "prlimit",
      "--fsize=20000:",
    );
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output.error).toMatch(
      /^The backup could not be written to .*full\.backup, and no part of it was left there: EFBIG.*\. Free disk space/,
    );
    expect(readdirSync(target)).toEqual([]);
  });

  it("because it is interrupted leaves no file; killed, it leaves none that looks whole", async () => {
    const begun = () => readdirSync(target).length > 0;
    const interrupted = start("backup", join(target, "interrupted.backup"), service.database.url);
    const closed = once(interrupted.child, "close");
    expect(await eventually(begun, 30_000, 1)).toBe(true);
    interrupted.child.kill("SIGTERM");
    expect(await closed).toEqual([1, null]);
    expect(interrupted.output.error).toBe(
      `The backup was stopped, and no part of it was left in ${target}.\n`,
    );
    expect(readdirSync(target)).toEqual([]);

    const { child } = start("backup", join(target, "killed.backup"), service.database.url);
    const exited = once(child, "exit");
    expect(await eventually(begun, 30_000, 1)).toBe(true);
    child.kill("SIGKILL");
    await exited;
    expect(readdirSync(target)).toEqual([".killed.backup.part"]);
  });
});

describe.runIf(isFullRun)("moving between Postgres servers", () => {
  const system = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() ?? "";

  it.runIf(existsSync(join(system, "initdb")))(
    "from the embedded to the system's and back keeps every row",
    async () => {
      const root = mkdtempSync(join(tmpdir(), "slugline-move-"));
      chmodSync(root, 0o711);
      const running: EmbeddedPostgres[] = [];
      const open = async (name: string, programsFolder?: string) => {
        const postgres = await startEmbeddedPostgres(join(root, name), { programsFolder });
        running.push(postgres);
        return postgres.url;
      };
      const reading = async <T>(url: string, read: (pool: pg.Pool) => Promise<T>): Promise<T> => {
        const pool = openPool(url, 3);
        return read(pool).finally(() => pool.end());
      };
      const digest = (url: string) =>
        reading(url, (pool) => digestTables(pool.query.bind(pool) as pg.Pool["query"]));
      const version = (url: string) =>
        reading(
          url,
          async (pool) =>
            (await pool.query("SHOW server_version")).rows[0].server_version as string,
        );
      const move = async (from: string, to: string, path: string) => {
        await withBackupConnection(from, (client) => writeBackup(client, path));
        await withBackupConnection(to, (client) => restoreBackup(client, path), {
          isChanging: true,
        });
      };
      try {
        const first = await open("first");
        const own = await open("own", system);
        const second = await open("second");
        await migrate(first);
        await reading(first, (pool) =>
          seed(pool, { links: 5, clicks: 2_000, days: 40 }, new Date()),
        );
        await move(first, own, join(root, "1.backup"));
        await move(own, second, join(root, "2.backup"));
        // Each restore notes itself.
        const AuditEvent = expect.stringMatching(/^2 /);
        expect(await digest(second)).toEqual({ ...(await digest(first)), AuditEvent });
        expect(Number.parseInt(await version(own), 10)).not.toBe(
          Number.parseInt(await version(first), 10),
        );
      } finally {
        for (const postgres of running) {
          await postgres.stop();
          rmSync(realpathSync(postgres.folder), { recursive: true, force: true });
        }
        rmSync(root, { recursive: true, force: true });
      }
    },
  );
});
