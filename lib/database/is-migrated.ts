import { PerService } from "../config/per-service";
import { database } from "./client";
import { migrationsFolder, readMigrations } from "./migrate";

/** Migrations are never undone, so one positive answer is enough. */
const known = new PerService("is-migrated", () => false);

/** Whether the database has every migration of this version. */
export async function isMigrated(): Promise<boolean> {
  if (known.get()) return true;
  const [wanted, applied] = await Promise.all([
    readMigrations(migrationsFolder),
    database().$queryRaw<{ name: string }[]>`
      SELECT "migration_name" AS "name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
  ]);
  const names = new Set(applied.map(({ name }) => name));
  const isComplete = wanted.every(({ name }) => names.has(name));
  known.set(isComplete);
  return isComplete;
}
