import { running } from "../config/running";
import { database } from "./client";
import { migrationsFolder, readMigrations } from "./migrate";

/**
 * Whether the database has every migration of this version. Migrations are never undone, so one
 * positive answer is enough.
 */
export async function isMigrated(): Promise<boolean> {
  const known = running().database;
  if (known.isMigrated) return true;
  const [wanted, applied] = await Promise.all([
    readMigrations(migrationsFolder),
    database().$queryRaw<{ name: string }[]>`
      SELECT "migration_name" AS "name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
  ]);
  const names = new Set(applied.map(({ name }) => name));
  known.isMigrated = wanted.every(({ name }) => names.has(name));
  return known.isMigrated;
}
