// Run: all
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { maintenanceDatabase, recordingDatabase } from "@/lib/database/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrate } from "@/lib/database/migrate";
import { agreeOnSalt, saltListenerLock } from "@/lib/salts/agree-on-salt";
import { fingerprintOf } from "@/lib/salts/salt-files";
import type { Service } from "@/lib/service/service";
import { Api } from "../support/api";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { createOwnService } from "../support/own-service";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";
import { findSecret } from "../support/search-files";
import { startServer, type TestServer } from "../support/server";
import { visit } from "../support/visitor";

/**
 * Promise 11: old salts can be recovered from no file. Promise 10: unique visitors are exact
 * nonetheless.
 */

const people = ["198.51.100.1", "198.51.100.2", "2001:db8::3"];
let folder: string;
let postgres: EmbeddedPostgres;
let pool: pg.Pool;
let name: string;
let instances: Instance[];

interface Instance {
  server: TestServer;
  dataDir: string;
}

beforeAll(async () => {
  folder = makePostgresFolder("salts");
  postgres = await startEmbeddedPostgres(folder, { programsFolder: process.env.TEST_POSTGRES_BIN });
});

beforeEach(async () => {
  name = await createDatabase(postgres.url);
  await migrate(databaseUrl(postgres.url, name));
  pool = openPool(databaseUrl(postgres.url, name), 2);
  instances = [];
});

afterEach(async () => {
  for (const { server, dataDir } of instances) {
    await server.stop("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
  await pool.end();
  await dropDatabase(postgres.url, name);
});

afterAll(async () => {
  await postgres?.stop();
  removePostgresFolder(folder);
});

async function start(
  env: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), "slugline-salts-data-")),
): Promise<Instance> {
  const instance = {
    dataDir,
    server: await startServer(databaseUrl(postgres.url, name), {
      env: { DATA_DIR: dataDir, ...env },
    }),
  };
  instances.push(instance);
  return instance;
}

async function setClocks(iso: string): Promise<void> {
  for (const { server } of instances) await server.setClock(iso);
}

/** Everybody visits through every instance at once. */
async function everybodyVisits(slug: string): Promise<void> {
  const visits = instances.flatMap(({ server }) =>
    people.map((address) => visit(server, `/${slug}`, { headers: { "X-Forwarded-For": address } })),
  );
  for (const { status } of await Promise.all(visits)) expect(status).toBe(302);
}

/** The salt of that day that all instances agreed on, as an instance holds it. */
async function saltOfDay({ dataDir }: Instance, day: string): Promise<Buffer> {
  const { rows } = await pool.query<{ fingerprint: Buffer }>(
    `SELECT "fingerprint" FROM "DailySaltFingerprint" WHERE "day" = $1`,
    [day],
  );
  const salt = readFileSync(
    join(dataDir, "salts", `${day}-${rows[0]?.fingerprint.toString("hex")}`),
  );
  expect([
    salt.length,
    fingerprintOf(salt).equals(rows[0]?.fingerprint ?? Buffer.alloc(0)),
  ]).toEqual([32, true]);
  return salt;
}

/**
 * Resolves when every instance has agreed on the salt of that day, as they do before they are
 * asked.
 */
async function untilAgreed(day: string): Promise<void> {
  for (const instance of instances)
    await expect.poll(() => saltOfDay(instance, day).catch(() => null)).not.toBeNull();
}

/** Instances that lost Postgres need a moment to come back, so at first nobody counts as alone. */
async function untilPostgresIsOld(): Promise<void> {
  const isOld = async () =>
    (await pool.query(`SELECT now() - pg_postmaster_start_time() > interval '6 s' AS "is"`)).rows[0]
      .is;
  await expect.poll(isOld).toBe(true);
}

function saltFilesOf({ dataDir }: Instance, day: string): string[] {
  return readdirSync(join(dataDir, "salts")).filter((file) => file.startsWith(day));
}

/** As a power cut finds them: what Postgres still has in memory is written too. */
async function filesWithSecret(secret: Buffer): Promise<string[]> {
  await pool.query("CHECKPOINT");
  return [folder, ...instances.map(({ dataDir }) => dataDir)].flatMap((place) =>
    findSecret(place, secret),
  );
}

async function uniqueVisitors(slug: string): Promise<number> {
  const [first] = instances;
  if (!first) throw new Error("no instance was started");
  return (await new Api(first.server).stats(slug)).range.uniqueVisitors;
}

it("three instances count every visitor once a day; two days later no file contains the salt", async () => {
  const first = await start();
  await start();
  const { slug } = await new Api(first.server).create({});
  await setClocks("2031-06-01T22:00:00Z");
  await untilAgreed("2031-06-01");
  await everybodyVisits(slug);
  expect(await uniqueVisitors(slug)).toBe(3);
  const joined = await start();
  await setClocks("2031-06-01T23:00:00Z");
  await untilAgreed("2031-06-01");
  await everybodyVisits(slug);
  expect(await uniqueVisitors(slug)).toBe(3);

  const salt = await saltOfDay(first, "2031-06-01");
  expect(await saltOfDay(joined, "2031-06-01")).toEqual(salt);
  // While its day lasts the salt is in the data folders and nowhere else.
  expect(await filesWithSecret(salt)).toEqual(
    instances.map(({ dataDir }) =>
      join(dataDir, "salts", saltFilesOf({ dataDir } as Instance, "2031-06-01")[0] ?? ""),
    ),
  );

  // They agree on the next salt before midnight.
  await untilAgreed("2031-06-02");
  await setClocks("2031-06-02T00:00:00.000Z");
  await everybodyVisits(slug);
  expect(await uniqueVisitors(slug)).toBe(6);
  const second = await saltOfDay(first, "2031-06-02");
  // The file itself is overwritten, not only its name removed.
  const [file = ""] = saltFilesOf(first, "2031-06-01");
  linkSync(join(first.dataDir, "salts", file), join(first.dataDir, "kept-link"));

  await setClocks("2031-06-03T23:59:58Z");
  await everybodyVisits(slug);
  for (const instance of instances)
    await expect.poll(() => saltFilesOf(instance, "2031-06-01")).toEqual([]);
  for (const instance of instances)
    await expect.poll(() => saltFilesOf(instance, "2031-06-02")).toEqual([]);
  expect(readFileSync(join(first.dataDir, "kept-link"))).toHaveLength(32);
  expect(await filesWithSecret(salt)).toEqual([]);
  expect(await filesWithSecret(second)).toEqual([]);
  for (const { server } of instances) expect(findSecretIn(server.output(), salt)).toBe(false);
});

function findSecretIn(text: string, secret: Buffer): boolean {
  return text.includes(secret.toString("hex")) || text.includes(secret.toString("base64"));
}

it("control: a salt stored in the table remains in its file and the WAL after deletion", async () => {
  const salt = Buffer.from("a salt of an earlier version: 32");
  // Twice, because the border of two pages of the WAL may cut one of them.
  await pool.query(
    `INSERT INTO "DailySalt" ("day", "salt") VALUES ('2031-06-01', $1), ('2031-06-02', $1)`,
    [salt],
  );
  await pool.query(`DELETE FROM "DailySalt"`);
  const files = await filesWithSecret(salt);
  expect(files.filter((path) => path.includes("pg_wal"))).not.toEqual([]);
  expect(files.filter((path) => path.includes("/base/"))).toHaveLength(1);
});

it("salts of the earlier version are used while such an instance runs, then truncated", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const salt = Buffer.from("today's salt, by version 0.1.0  ");
  const old = Buffer.from("last day's salt, version 0.1.0  ");
  await pool.query(`INSERT INTO "DailySalt" ("day", "salt") VALUES ($1, $2), ('2020-01-01', $3)`, [
    day,
    salt,
    old,
  ]);
  const instance = await start();
  expect(await saltOfDay(instance, day)).toEqual(salt);
  const { slug } = await new Api(instance.server).create({});
  await everybodyVisits(slug);
  expect(await uniqueVisitors(slug)).toBe(3);
  expect((await pool.query(`SELECT "salt" FROM "DailySalt" WHERE "day" = $1`, [day])).rows).toEqual(
    [{ salt }],
  );

  // The next start is the day after: the hourly work begins with a start.
  await instance.server.stop();
  await pool.query(`UPDATE "DailySalt" SET "day" = '2020-01-02'`);
  await start({}, instance.dataDir);
  await expect
    .poll(async () => (await filesWithSecret(old)).filter((path) => path.includes("/base/")), {
      timeout: 20_000,
    })
    .toEqual([]);
  expect((await filesWithSecret(salt)).filter((path) => path.includes("/base/"))).toEqual([]);
});

it("keeps the day's salt over a restart of all processes", async () => {
  const instance = await start({ WORKERS: "2" });
  const { slug } = await new Api(instance.server).create({});
  await everybodyVisits(slug);
  await everybodyVisits(slug);
  await instance.server.stop("SIGTERM");
  instances = [];
  await start({ WORKERS: "2" }, instance.dataDir);
  await everybodyVisits(slug);
  expect(await uniqueVisitors(slug)).toBe(3);
});

it("agrees on a new salt when all instances have lost the day's salt", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const lost = fingerprintOf(Buffer.from("nobody has it"));
  await pool.query(`INSERT INTO "DailySaltFingerprint" ("day", "fingerprint") VALUES ($1, $2)`, [
    day,
    lost,
  ]);
  await untilPostgresIsOld();
  const first = await start();
  // It waits for an answer if its other threads are connected by then.
  await untilAgreed(day);
  const second = await start();
  await untilAgreed(day);
  expect(await saltOfDay(first, day)).toEqual(await saltOfDay(second, day));
  const { slug } = await new Api(first.server).create({});
  await everybodyVisits(slug);
  expect(await uniqueVisitors(slug)).toBe(3);
});

describe("an instance that lacks the day's salt", () => {
  const day = new Date("2031-06-01T00:00:00Z");
  const lost = fingerprintOf(Buffer.from("nobody has it"));
  let own: Service;
  let others: pg.Client[];

  beforeEach(async () => {
    others = [];
    const dataDir = mkdtempSync(join(folder, "own-"));
    own = createOwnService(databaseUrl(postgres.url, name), { DATA_DIR: dataDir });
    // Whoever asks is refused.
    await pool.query(`
      INSERT INTO "DailySaltFingerprint" ("day", "fingerprint") VALUES ('2031-06-01', '\\x${lost.toString("hex")}');
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it asked'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON "DailySaltRequest" FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await untilPostgresIsOld();
  });

  afterEach(async () => {
    await own.stop();
    for (const other of others) await other.end();
  });

  async function connect(applicationName: string, user = "slugline"): Promise<pg.Client> {
    const url = new URL(databaseUrl(postgres.url, name));
    if (user !== "slugline") Object.assign(url, { username: user, password: "secret" });
    const client = new pg.Client({ connectionString: url.href, application_name: applicationName });
    others.push(client);
    await client.connect();
    return client;
  }

  const agree = () => agreeOnSalt(own.salts.files, day, Buffer.alloc(32, 7), () => {});
  const fingerprint = async () =>
    (await pool.query<{ fingerprint: Buffer }>(`SELECT "fingerprint" FROM "DailySaltFingerprint"`))
      .rows[0]?.fingerprint;

  it("sets its own at once when no other instance is there, whoever else uses the database", async () => {
    await connect("psql");
    // With connections of its own in several pools.
    await Promise.all([
      maintenanceDatabase().$queryRaw`SELECT 1`,
      recordingDatabase().$queryRaw`SELECT 1`,
    ]);
    expect(await agree()).toEqual(Buffer.alloc(32, 7));
    expect(await fingerprint()).toEqual(fingerprintOf(Buffer.alloc(32, 7)));
    // The next one finds it there, and this one holds it.
    expect(await agree()).toEqual(Buffer.alloc(32, 7));
  });

  it.each<[string, () => Promise<unknown>]>([
    ["is there", () => connect("slugline")],
    [
      "has another name",
      async () =>
        (await connect("links of the shop")).query(
          `SELECT pg_advisory_lock_shared(${saltListenerLock})`,
        ),
    ],
    [
      "has another role",
      async () => {
        await pool.query("DROP ROLE IF EXISTS elsewhere");
        await pool.query("CREATE ROLE elsewhere LOGIN PASSWORD 'secret'");
        await connect("slugline", "elsewhere");
      },
    ],
  ])("asks when another instance %s", async (_, start) => {
    await start();
    await expect(agree()).rejects.toThrow("it asked");
    expect(await fingerprint()).toEqual(lost);
  });
});

it("uses the day's salt after a restart while the database is down", async () => {
  const instance = await start();
  const { slug } = await new Api(instance.server).create({});
  await everybodyVisits(slug);
  await instance.server.stop("SIGTERM");
  instances = [];
  const holder = new pg.Client({ connectionString: databaseUrl(postgres.url, name) });
  await holder.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE "DailySaltFingerprint" IN ACCESS EXCLUSIVE MODE`);
    const { server } = await start({}, instance.dataDir);
    // Until its link is in memory, a visitor gets 503 in the moments in which the database counts
    // as unavailable.
    for (const address of people)
      await expect
        .poll(
          async () =>
            (await visit(server, `/${slug}`, { headers: { "X-Forwarded-For": address } })).status,
        )
        .toBe(302);
  } finally {
    await holder.end();
  }
  await expect.poll(() => uniqueVisitors(slug).catch(() => null)).toBe(3);
});
