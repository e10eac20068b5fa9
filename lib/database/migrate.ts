import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { log } from "../config/log";
import { parseDatabaseUrl } from "../core/database-url";
import { ownFile } from "../texts/own-file";
import { connectTo } from "./connect";
import { type MigrationTarget, migrationFailure } from "./migration-failure";
import { prepareSession } from "./session-settings";

/** One folder per migration, ordered by name, as Prisma's own tools write them. */
export const migrationsFolder = ownFile("prisma/migrations");

/** No other program on the same database may use this number. */
export const migrationLock = 0x73_6c_75_67;

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

interface Migration {
  name: string;
  sql: string;
}

/** A migration that takes longer is reported. */
const slowMs = 3_000;

interface Options {
  folder?: string;
  reportSlow?: (migration: { name: string; place: number; of: number }) => void;
}

/**
 * Applies the pending migrations of `folder` to the database at `url`, each in one transaction, and
 * returns their names. Only one instance migrates at a time; the others wait and then find nothing
 * to do. Uses the table of Prisma's own tools, so `prisma migrate deploy` works on the same
 * database.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, reportSlow = () => {} }: Options = {},
): Promise<string[]> {
  return withMigrationClient(url, async (client) => {
    // With nothing to do, a start must not wait for the lock, which a backup may share for minutes.
    if (!(await hasPending(client, folder))) return [];
    if (!(await tryLock(client))) {
      log().warn("waiting for a backup, or for another instance that migrates");
      await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    }
    await client.query("SET lock_timeout = '60s'");
    return applyPending(client, { folder, apply: applyAlone, reportSlow });
  });
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `SELECT pg_try_advisory_lock($1) AS "isLocked"`,
    [migrationLock],
  );
  return rows[0]?.isLocked ?? false;
}

/**
 * Applies the pending migrations up to `last` (default: all) in the transaction that the client is
 * in.
 */
export async function migrateWithin(client: pg.ClientBase, last?: string): Promise<string[]> {
  return applyPending(client, { folder: migrationsFolder, last, apply, reportSlow: () => {} });
}

/** Whatever keeps it from reading the record is reported by applying. */
async function hasPending(client: pg.ClientBase, folder: string): Promise<boolean> {
  const applied = await listApplied(client).catch((): string[] => []);
  return (await readMigrations(folder)).some(({ name }) => !applied.includes(name));
}

interface Applying extends Required<Options> {
  last?: string | undefined;
  apply: (client: pg.ClientBase, migration: Migration) => Promise<void>;
}

async function applyPending(
  client: pg.ClientBase,
  { folder, last, apply, reportSlow }: Applying,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const target = { ...(await whoMigrates(client)), folder };
  let running: string | null = null;
  try {
    await createRecord(client);
    const applied = await listApplied(client);
    const wanted = migrations.filter(
      ({ name }) => !applied.includes(name) && (last === undefined || name <= last),
    );
    for (const [place, migration] of wanted.entries()) {
      running = migration.name;
      const timer = setTimeout(
        () => reportSlow({ name: migration.name, place: place + 1, of: wanted.length }),
        slowMs,
      );
      await apply(client, migration).finally(() => clearTimeout(timer));
    }
    return wanted.map(({ name }) => name);
  } catch (error) {
    throw new MigrationError(migrationFailure(error as Error, running, target), { cause: error });
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(folder, name, "migration.sql"), "utf8"),
    })),
  );
}

/** The names of the applied migrations, in order. Empty for a database that was never migrated. */
export async function listApplied(client: pg.ClientBase): Promise<string[]> {
  if (!(await hasRecord(client))) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT "migration_name" AS "name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function hasRecord(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "exists"`,
  );
  return rows[0]?.exists ?? false;
}

async function createRecord(client: pg.ClientBase): Promise<void> {
  if (await hasRecord(client)) return;
  await client.query(`
    CREATE TABLE "_prisma_migrations" (
      "id" varchar(36) PRIMARY KEY, "checksum" varchar(64) NOT NULL, "finished_at" timestamptz, "migration_name" varchar(255) NOT NULL,
      "logs" text, "rolled_back_at" timestamptz, "started_at" timestamptz NOT NULL DEFAULT now(), "applied_steps_count" integer NOT NULL DEFAULT 0
    )`);
}

async function applyAlone(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await apply(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    // If the connection is gone, Postgres has rolled back already.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function apply(client: pg.ClientBase, { name, sql }: Migration): Promise<void> {
  await client.query(sql);
  // Another tool may have been interrupted in this migration. Prisma's own tools would refuse to
  // continue.
  await client.query(
    `UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE "migration_name" = $1 AND "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
    [name],
  );
  await client.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count") VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), createHash("sha256").update(sql).digest("hex"), name],
  );
}

/**
 * A connection whose statements take as long as they take. `lockMs`: how long one waits for a lock;
 * 0: without end.
 */
export async function withMigrationClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  { lockMs = 0 }: { lockMs?: number } = {},
): Promise<T> {
  const client = await connectTo(url, { connectMs: 5_000 });
  try {
    await prepareSession(client, parseDatabaseUrl(url).schema, {
      statementMs: 0,
      lockMs,
      idleInTransactionMs: 0,
    });
    return await work(client);
  } finally {
    await client.end();
  }
}

async function whoMigrates(client: pg.ClientBase): Promise<Omit<MigrationTarget, "folder">> {
  const { rows } = await client.query<Omit<MigrationTarget, "folder">>(`
    SELECT current_user AS "role", current_database() AS "database",
           (SELECT pg_get_userbyid("relowner") FROM pg_class WHERE "oid" = to_regclass('"_prisma_migrations"')) AS "owner"`);
  return rows[0] ?? { role: "", database: "", owner: null };
}
