import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrationFailure } from "./migration-failure";
import { withSchemaEngine } from "./schema-engine";

/** Where migrations lie: one folder each, in the order of their names, as Prisma's own tools write them. */
const migrationsFolder = "prisma/migrations";
const schemaFile = "prisma/schema.prisma";

/** Any number that no other program on the same database locks; it spells "slug". */
const migrationLock = 0x73_6c_75_67;

/** A migration could not be applied; the message names it and the reason. What it had begun is rolled back. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** Applies the migrations of `folder` that the database at `url` does not have yet. Returns their names. */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  return withMigrationLock(url, (client) =>
    withSchemaEngine(url, async (engine) => {
      const target = { ...(await whoMigrates(client)), folder };
      try {
        const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: await listMigrations(folder), filters: noFilters });
        return appliedMigrationNames;
      } catch (error) {
        // Fails when the engine could not even create its table. That follows from `error`, and must not hide it.
        await forgetFailedMigration(client).catch(() => {});
        throw new MigrationError(migrationFailure(error instanceof Error ? error.message : String(error), target));
      }
    }),
  );
}

/**
 * Writes the migration that leads from the existing ones to `schema.prisma`. Returns its file, or null when there is no
 * difference. Needs a database where a scratch database may be made. Read the SQL before you keep it: triggers,
 * partitions and storage options are no part of the schema language.
 */
export async function writeMigration(url: string, name: string, now: Date): Promise<string | null> {
  return withSchemaEngine(url, async (engine) => {
    const to = { tag: "schemaDatamodel" as const, files: [{ path: schemaFile, content: await readFile(schemaFile, "utf8") }] };
    const from = { tag: "migrations" as const, ...(await listMigrations(migrationsFolder)) };
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters: noFilters });
    if (!stdout || /^-- This is an empty migration\.\s*$/.test(stdout)) return null;
    const folder = join(migrationsFolder, `${now.toISOString().replace(/\D/g, "").slice(0, 14)}_${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "migration.sql"), stdout);
    return join(folder, "migration.sql");
  });
}

const noFilters = { externalTables: [], externalEnums: [] };

async function listMigrations(baseDir: string) {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (path) => {
      const content = await readFile(join(baseDir, path, "migration.sql"), "utf8");
      return { path, migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: content } } };
    }),
  );
  const lockfile = { path: "migration_lock.toml", content: await readFile(join(baseDir, "migration_lock.toml"), "utf8").catch(() => null) };
  return { baseDir, lockfile, shadowDbInitScript: "", migrationDirectories };
}

/** One instance migrates at a time; the others wait and then find nothing to do. */
async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that ends while it is idle; the next query says so.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("SET lock_timeout = '60s'");
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migration runs as one transaction, so a failed one left nothing behind and may be tried again once it is mended. */
async function forgetFailedMigration(client: pg.Client): Promise<void> {
  await client.query(`UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL`);
}

async function whoMigrates(client: pg.Client): Promise<{ role: string; database: string }> {
  const { rows } = await client.query<{ role: string; database: string }>("SELECT current_user AS role, current_database() AS database");
  return rows[0] ?? { role: "", database: "" };
}
