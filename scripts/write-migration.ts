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
  const folder = join(migrationsFolder, `${await nextStamp(new Date())}_${name}`);
  const file = join(folder, "migration.sql");
  const sql = await missingSql(url);
  if (sql === null)
    return `The migrations already contain everything in the schema. For triggers, functions and views, write ${file} yourself.`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, sql);
  return `Wrote ${file}: read it before you keep it.`;
});

/**
 * The SQL from the existing migrations, which it tries, to `schema.prisma`; null if there is no
 * difference. Needs a database where a scratch database may be created. Review it before you commit
 * it: triggers, partitions and storage options are not part of the schema language.
 */
async function missingSql(url: string): Promise<string | null> {
  return withSchemaEngine(url, async (engine) => {
    const filters = { externalTables: [], externalEnums: [] };
    const to = {
      tag: "schemaDatamodel" as const,
      files: [{ path: schemaFile, content: await readFile(schemaFile, "utf8") }],
    };
    const from = { tag: "migrations" as const, ...(await listMigrations()) };
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters });
    return !stdout || /^-- This is an empty migration\.\s*$/.test(stdout) ? null : stdout;
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
