import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder, readMigrations } from "../lib/database/migrate";
import { runOnDatabase } from "./run-on-database";
import { withSchemaEngine } from "./schema-engine";

const schemaFile = "prisma/schema.prisma";

/* `npm run db:migration NAME`, with development dependencies. */
await runOnDatabase(async (url) => {
  const name = process.argv[3] ?? "";
  if (!/^[a-z0-9_]+$/.test(name)) {
    throw new Error(
      "Name the migration: npm run db:migration NAME (lower-case letters, digits, underscores).",
    );
  }
  const file = await writeMigration(url, name, new Date());
  return file
    ? `Wrote ${file}: read it before you keep it.`
    : "The migrations already contain everything in the schema.";
});

/**
 * Writes the migration from the existing ones to `schema.prisma`. Returns its file, or null if
 * there is no difference. Needs a database where a scratch database may be created. Review the SQL
 * before you commit it: triggers, partitions and storage options are not part of the schema
 * language.
 */
async function writeMigration(url: string, name: string, now: Date): Promise<string | null> {
  return withSchemaEngine(url, async (engine) => {
    const filters = { externalTables: [], externalEnums: [] };
    const to = {
      tag: "schemaDatamodel" as const,
      files: [{ path: schemaFile, content: await readFile(schemaFile, "utf8") }],
    };
    const from = { tag: "migrations" as const, ...(await listMigrations()) };
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters });
    if (!stdout || /^-- This is an empty migration\.\s*$/.test(stdout)) return null;
    const folder = join(migrationsFolder, `${await nextStamp(now)}_${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "migration.sql"), stdout);
    return join(folder, "migration.sql");
  });
}

/**
 * The clock as YYYYMMDDhhmmss, but after the last migration: they are applied in the order of their
 * names.
 */
async function nextStamp(now: Date): Promise<string> {
  const stamp = Number(now.toISOString().replace(/\D/g, "").slice(0, 14));
  const last = Number.parseInt((await readMigrations(migrationsFolder)).at(-1)?.name ?? "0", 10);
  return String(Math.max(stamp, last + 1));
}

async function listMigrations() {
  const migrations = await readMigrations(migrationsFolder);
  const migrationDirectories = migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
  }));
  const lockfile = {
    path: "migration_lock.toml",
    content: await readFile(join(migrationsFolder, "migration_lock.toml"), "utf8"),
  };
  return { baseDir: migrationsFolder, lockfile, shadowDbInitScript: "", migrationDirectories };
}
