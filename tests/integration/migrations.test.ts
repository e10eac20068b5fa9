// Run: all
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { MigrationError, migrate } from "@/lib/database/migrate";
import type { Service } from "@/lib/service/service";
import { startupMessage } from "@/lib/service/startup-errors";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";
import { createOwnService } from "../support/own-service";

const { adminUrl } = inject("postgres");
let name: string;
let url: string;
let folder: string;
// Its log tells of waiting.
let service: Service;

beforeEach(async () => {
  name = await createDatabase(adminUrl);
  url = databaseUrl(adminUrl, name);
  service = createOwnService(url);
  folder = mkdtempSync(join(tmpdir(), "slugline-migrations-"));
  writeFileSync(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
});

afterEach(async () => {
  await service.stop();
  await dropDatabase(adminUrl, name);
  rmSync(folder, { recursive: true });
});

function write(migration: string, sql: string): void {
  mkdirSync(join(folder, migration), { recursive: true });
  writeFileSync(join(folder, migration, "migration.sql"), sql);
}

async function query<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function tables(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map((row) => row.name).filter((table) => table !== "_prisma_migrations");
}

it("applies migrations once and in order, including functions with semicolons", async () => {
  write("1_first", 'CREATE TABLE "a" ("n" int);');
  write(
    "2_second",
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN NEW; END; $$;\nCREATE TABLE "b" ("n" int);`,
  );
  expect(await migrate(url, { folder })).toEqual(["1_first", "2_second"]);
  expect(await migrate(url, { folder })).toEqual([]);
  expect(await tables()).toEqual(["a", "b"]);
});

it("rolls back a failed migration, reports it, and retries it once it is fixed", async () => {
  write("1_first", 'CREATE TABLE "a" ("n" int);');
  write(
    "2_broken",
    'CREATE TABLE "b" ("n" int); ALTER TABLE "nowhere" ADD COLUMN "x" int; CREATE TABLE "c" ("n" int);',
  );
  const error = await migrate(url, { folder }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect((error as Error).message).toContain(join(folder, "2_broken/migration.sql"));
  expect((error as Error).message).toContain('relation "nowhere" does not exist');
  expect(await tables()).toEqual(["a"]);
  write("2_broken", 'CREATE TABLE "b" ("n" int);');
  expect(await migrate(url, { folder })).toEqual(["2_broken"]);
  expect(await tables()).toEqual(["a", "b"]);
});

it("keeps Prisma's record with checksums, and ignores an attempt that another tool left unfinished", async () => {
  write("1_first", 'CREATE TABLE "a" ("n" int);');
  await migrate(url, { folder });
  write("2_second", 'CREATE TABLE "b" ("n" int);');
  await query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name") VALUES ('left', 'x', '2_second')`,
  );
  expect(await migrate(url, { folder })).toEqual(["2_second"]);
  const rows = await query(
    `SELECT "migration_name" AS name, "checksum", "rolled_back_at" IS NOT NULL AS undone FROM "_prisma_migrations" ORDER BY "started_at", "id"`,
  );
  const checksum = (sql: string) => createHash("sha256").update(sql).digest("hex");
  expect(rows).toEqual(
    expect.arrayContaining([
      { name: "1_first", checksum: checksum('CREATE TABLE "a" ("n" int);'), undone: false },
      { name: "2_second", checksum: "x", undone: true },
      { name: "2_second", checksum: checksum('CREATE TABLE "b" ("n" int);'), undone: false },
    ]),
  );
});

it("ignores a migration that a newer version has applied", async () => {
  write("1_first", 'CREATE TABLE "a" ("n" int);');
  write("2_newer", 'CREATE TABLE "b" ("n" int);');
  await migrate(url, { folder });
  rmSync(join(folder, "2_newer"), { recursive: true });
  expect(await migrate(url, { folder })).toEqual([]);
});

it("allows two instances to start at once", async () => {
  const [first, second] = await Promise.all([migrate(url), migrate(url)]);
  expect([...first, ...second]).toContain("20261121000000_initial");
  expect(Math.min(first.length, second.length)).toBe(0);
  expect(await tables()).toContain("Link");
});

it("rejects cleanly when the server closes its connections", async () => {
  write("1_slow", "SELECT pg_sleep(60);");
  const migrating = migrate(url, { folder }).then(
    () => "applied",
    () => "rejected",
  );
  await expect
    .poll(() => query(`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60);'`))
    .toHaveLength(1);
  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  expect(await migrating).toBe("rejected");
});

describe("server errors are reported with their cause and the command to run", () => {
  let role: string;
  let roleUrl: string;

  beforeEach(async () => {
    // Of the database's own name, so that runs beside this one never share it.
    role = `${name}_role`;
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret-word'`);
    // Postgres 14 lets every role create tables; newer versions do not.
    await query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    const address = new URL(url);
    Object.assign(address, { username: role, password: "secret-word" });
    roleUrl = address.href;
  });

  afterEach(async () => {
    await query(`DROP OWNED BY ${role}`);
    await query(`DROP ROLE ${role}`);
  });

  /** What the terminal shows when `role` migrates. */
  async function refusal(): Promise<string> {
    const error = await migrate(roleUrl).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MigrationError);
    expect(startupMessage(error)).not.toMatch(/secret-word|schema_engine|\n\s+at /);
    return startupMessage(error);
  }

  /** Runs the line that the message says to run. */
  const run = (message: string) => query(/^ {2}(.+;)$/m.exec(message)?.[1] ?? "no command");

  it("no CREATE right on the schema, then none for the extension; both commands fix it", async () => {
    const schema = await refusal();
    expect(schema).toContain("permission denied for schema public");
    expect(schema).toContain(`GRANT USAGE, CREATE ON SCHEMA "public" TO "${role}";`);
    await run(schema);

    const extension = await refusal();
    expect(extension).toContain("20261121000000_initial");
    expect(extension).toContain('permission denied to create extension "pg_trgm"');
    expect(extension).toContain(`in the database "${name}"`);
    await run(extension);

    expect(await migrate(roleUrl)).toContain("20261121000000_initial");
  });

  it("an extension that the server lacks", async () => {
    write("1_extension", 'CREATE EXTENSION "no_such_extension";');
    const error = await migrate(url, { folder }).catch((thrown: unknown) => thrown);
    expect(startupMessage(error)).toContain(
      "The Postgres server does not have the extension no_such_extension.",
    );
  });

  it("tables of another role", async () => {
    await migrate(url);
    const tables = await refusal();
    expect(tables).toContain(`The tables belong to another role than "${role}".`);
    await run(tables);
    expect(await migrate(roleUrl)).toEqual([]);
  });

  it("a read-only server", async () => {
    await query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    expect(await refusal()).toContain("The server or database is read-only. Run npm run db:check");
  });
});
