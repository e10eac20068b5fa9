import { parseDatabaseUrl } from "../core/database-url";
import { dayMs, startOfDay, startOfMonth } from "../core/day";
import { RoundSize, repeatRounds } from "../core/round-size";
import { withAggregationLock } from "../database/aggregation-lock";
import {
  clickPartitionsSql,
  monthOfPartition,
  partitionOfMonth,
} from "../database/click-partitions";
import { databaseUrl, maintenanceDatabase } from "../database/client";
import { connectTo } from "../database/connect";
import { deleteInRounds } from "../database/delete-in-rounds";
import { Prisma } from "../database/generated/client";
import { prepareSession } from "../database/session-settings";
import { ownPart } from "./own-part";

/**
 * Partitions created ahead. Clicks of any other month go to the default partition until theirs
 * exists.
 */
const monthsAhead = 2;

/** Lock timeout of partition changes. They yield to visitors' statements and are retried. */
const lockLimitMs = 1_000;

/** Clicks of months without a partition, per statement. */
export const newRetentionRound = () => new RoundSize(500, 20_000);

const roundSize = () => ownPart().retentionRound;

/** Creates the partitions of Click for last month, this month and the next ones (UTC). */
export async function addClickMonths(now: Date): Promise<void> {
  const wanted = Array.from({ length: monthsAhead + 2 }, (_, index) =>
    startOfMonth(now, index - 1),
  );
  const made = new Set(
    (await listClickMonths(maintenanceDatabase())).map((month) => month.getTime()),
  );
  for (const month of wanted.filter((start) => !made.has(start.getTime()))) {
    await maintenanceDatabase().$transaction([
      maintenanceDatabase()
        .$executeRaw`SELECT set_config('lock_timeout', ${String(lockLimitMs)}, true)`,
      // Two instances may try to create the same month.
      maintenanceDatabase().$executeRaw`SELECT pg_advisory_xact_lock(hashtext('addClickMonth'))`,
      maintenanceDatabase().$executeRaw`SELECT "addClickMonth"(${month}::timestamptz)`,
    ]);
  }
}

/**
 * Indexes the times of clicks in partitions that were too large for the migration. A month's clicks
 * wait meanwhile, so only months that are over have their turn. One of many million clicks takes
 * longer than a pool allows.
 */
export async function indexClickTimes(now: Date, signal?: AbortSignal): Promise<void> {
  const current = partitionOfMonth(startOfMonth(now));
  const partitions = await maintenanceDatabase().$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS "name" FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('"Click"') AND c.relname <> ${current} AND NOT EXISTS (
      SELECT FROM pg_index x JOIN pg_inherits k ON k.inhrelid = x.indexrelid
      WHERE x.indrelid = c.oid AND k.inhparent = to_regclass('"Click_createdAt_idx"')
    ) ORDER BY 1`;
  if (partitions.length === 0) return;
  const url = databaseUrl();
  const client = await connectTo(url);
  const close = () => void client.end().catch(() => {});
  signal?.addEventListener("abort", close);
  try {
    await prepareSession(client, parseDatabaseUrl(url).schema, {
      statementMs: 0,
      lockMs: lockLimitMs,
      idleInTransactionMs: lockLimitMs,
    });
    for (const { name } of partitions)
      await client.query(`SELECT "indexClickTimes"($1::regclass)`, [`"${name}"`]);
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}

interface RetentionOptions {
  /** Interrupts it. A later call resumes it. */
  signal?: AbortSignal;
  /** Rows per statement. */
  portion?: number;
  pauseMs?: number;
}

/** Longer than clicks that are set aside may still come back. */
const asideMs = 9 * dayMs;

/**
 * Drops raw clicks of whole months that ended more than `days` days ago. Totals and roll-ups stay.
 * Months with pending clicks wait.
 */
export async function dropOldClicks(
  days: number,
  now: Date,
  { portion, ...options }: RetentionOptions = {},
): Promise<void> {
  const since = startOfMonth(new Date(startOfDay(now).getTime() - days * dayMs));
  const oneRound = (rows: number) =>
    withAggregationLock((transaction) => dropRound(transaction, since, rows), { wait: true });
  await repeatRounds(
    () => (portion === undefined ? roundSize().run(oneRound) : oneRound(portion)),
    options,
  );
  const until = new Date(Math.min(since.getTime(), now.getTime() - asideMs));
  await deleteInRounds("SetAsideClick", Prisma.sql`"createdAt" < ${until}::timestamptz`);
}

/**
 * Whether clicks are left. Whoever reads raw clicks knows from the first round on that they are not
 * complete.
 */
async function dropRound(
  transaction: Prisma.TransactionClient,
  since: Date,
  rows: number,
): Promise<boolean> {
  const [pending] = await transaction.$queryRaw<[{ pending: boolean }]>`
    SELECT EXISTS (SELECT FROM "PendingHour" WHERE "firstClickedAt" < ${since}::timestamptz) AS "pending"`;
  if (pending.pending) return false;
  await transaction.$executeRaw`SELECT set_config('lock_timeout', ${String(lockLimitMs)}, true)`;
  for (const month of await listClickMonths(transaction)) {
    if (month < since)
      await transaction.$executeRawUnsafe(`DROP TABLE "${partitionOfMonth(month)}"`);
  }
  await transaction.$executeRaw`UPDATE "RollupState" SET "clicksSince" = greatest("clicksSince", ${since}::timestamptz)`;
  // By time, because distributed clicks have no common row ids.
  const [last] = await transaction.$queryRaw<{ until: Date }[]>`
    SELECT "createdAt" AS "until" FROM "Click_default" WHERE "createdAt" < ${since}::timestamptz ORDER BY "createdAt" OFFSET ${rows - 1} LIMIT 1`;
  const until = last ? Prisma.sql`<= ${last.until}` : Prisma.sql`< ${since}`;
  await transaction.$executeRaw`DELETE FROM "Click_default" WHERE "createdAt" ${until}::timestamptz`;
  return last !== undefined;
}

/** The first instants of the months that have a partition. */
async function listClickMonths(
  reader: Pick<Prisma.TransactionClient, "$queryRawUnsafe">,
): Promise<Date[]> {
  const rows = await reader.$queryRawUnsafe<{ name: string }[]>(clickPartitionsSql);
  return rows.flatMap(({ name }) => monthOfPartition(name) ?? []);
}
