import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { connectTo } from "./connect";
import { migrationFailure } from "./migration-failure";
import { searchPath } from "./session-settings";

/** One folder per migration, ordered by name, as Prisma's own tools write them. */
export const migrationsFolder = "prisma/migrations";

/** No other program on the same database may use this number. */
const migrationLock = 0x73_6c_75_67;

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

interface Migration {
  name: string;
  sql: string;
}

/**
 * Applies the pending migrations of `folder` to the database at `url`, each in one transaction, and returns their names.
 * Uses the table of Prisma's own tools, so `prisma migrate deploy` works on the same database.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return withMigrationLock(url, async (client) => {
    const target = { ...(await whoMigrates(client)), folder };
    let running: string | null = null;
    try {
      const applied = await readRecord(client);
      const wanted = migrations.filter(({ name }) => !applied.has(name));
      for (const migration of wanted) {
        running = migration.name;
        await apply(client, migration);
      }
      return wanted.map(({ name }) => name);
    } catch (error) {
      throw new MigrationError(migrationFailure(error as Error, running, target));
    }
  });
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, "migration.sql"), "utf8") })));
}

async function readRecord(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ exists: boolean }>(`SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "exists"`);
  if (!found[0]?.exists) {
    await client.query(`
      CREATE TABLE "_prisma_migrations" (
        "id" varchar(36) PRIMARY KEY, "checksum" varchar(64) NOT NULL, "finished_at" timestamptz, "migration_name" varchar(255) NOT NULL,
        "logs" text, "rolled_back_at" timestamptz, "started_at" timestamptz NOT NULL DEFAULT now(), "applied_steps_count" integer NOT NULL DEFAULT 0
      )`);
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT "migration_name" AS "name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function apply(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    // Another tool may have been interrupted in this migration. Prisma's own tools would refuse to continue.
    await client.query(
      `UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE "migration_name" = $1 AND "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
      [name],
    );
    await client.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count") VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), createHash("sha256").update(sql).digest("hex"), name],
    );
    await client.query("COMMIT");
  } catch (error) {
    // If the connection is gone, Postgres has rolled back already.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Only one instance migrates at a time. The others wait and then find nothing to do. */
async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(url, { connectionTimeoutMillis: 5_000 });
  try {
    // Whatever limits the role has: a migration takes as long as it takes.
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
    await client.query(`SELECT ${searchPath(parseDatabaseUrl(url).schema)}`);
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await client.query("SET lock_timeout = '60s'");
    return await work(client);
  } finally {
    await client.end();
  }
}

async function whoMigrates(client: pg.Client): Promise<{ role: string; database: string }> {
  const { rows } = await client.query<{ role: string; database: string }>("SELECT current_user AS role, current_database() AS database");
  return rows[0] ?? { role: "", database: "" };
}
