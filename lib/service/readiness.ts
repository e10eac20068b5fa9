import { env } from "../config/env";
import { issues } from "../config/issues";
import { running } from "../config/running";
import { withDeadline } from "../core/deadline";
import { database } from "../database/client";
import { findProblemWord } from "../database/database-problem";
import { migrationsFolder, readMigrations } from "../database/migrate";
import { aggregationLag } from "../stats/aggregate/aggregation-lag";
import { freeDiskBytes, fullDiskBytes } from "../visits/journal/disk-space";
import { journalFolder } from "../visits/journal/journal-folder";

const databaseLimitMs = 1_000;
/** Aggregation runs every few seconds. */
const longLagS = 60;
const megabyte = 1024 * 1024;

interface Readiness {
  /** Everything works. */
  ready: boolean;
  /** Cached links redirect, even if the database is down. */
  redirects: boolean;
  /** "ok", or a word for the problem. */
  checks: {
    process: string;
    database: string;
    journal: string;
    disk: string;
    migrations?: string;
    aggregation?: string;
  };
}

/**
 * Whether load balancers should send owners and API clients here, and whether visitors.
 * `hasDetail`: with checks that decide neither. Answers within a second, however slow the database
 * is.
 */
export async function checkReadiness({ hasDetail }: { hasDetail: boolean }): Promise<Readiness> {
  const detailed = hasDetail ? databaseConditions() : {};
  const [problem, disk, detail] = await Promise.all([findProblemWord(), diskCondition(), detailed]);
  const checks = {
    process: running().isStopping ? "stopping" : "ok",
    database: problem ?? "ok",
    journal: findJournalWord(),
    ...detail,
    disk,
  };
  const isServing = checks.process === "ok";
  const storesClicks =
    problem === null || (["ok", "replaying"].includes(checks.journal) && disk !== "full");
  return { ready: isServing && problem === null, redirects: isServing && storesClicks, checks };
}

/** Its files may be readable on a disk that takes no more. */
function findJournalWord(): string {
  const condition = journalFolder().condition();
  const raised = issues().find("journal");
  return ["ok", "replaying"].includes(condition) ? (raised?.word ?? condition) : condition;
}

async function databaseConditions(): Promise<{ migrations: string; aggregation: string }> {
  const word = (asked: Promise<boolean>) =>
    withDeadline(asked, databaseLimitMs).then(
      (isGood) => (isGood ? "ok" : "behind"),
      () => "unknown",
    );
  const lag = aggregationLag().then(({ seconds }) => seconds < longLagS);
  const [migrations, aggregation] = await Promise.all([word(isMigrated()), word(lag)]);
  return { migrations, aggregation: issues().find("aggregation") ? "failing" : aggregation };
}

async function diskCondition(): Promise<string> {
  const free = await freeDiskBytes();
  if (free === null) return "unknown";
  if (free < fullDiskBytes) return "full";
  return free < env().JOURNAL_MAX_MB * megabyte ? "low" : "ok";
}

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
