import { PerService } from "../config/per-service";
import { RoundSize } from "../core/round-size";
import { withAggregationLock } from "../database/aggregation-lock";
import type { Prisma } from "../database/generated/client";
import { aggregateLateLabels, aggregateRollups } from "./aggregate-rollups";
import { unpreparedDays } from "./late-days";

/** Clicks per round. Larger rounds write shared counters less often. */
const round = new PerService("aggregation-round", () => new RoundSize(1, 40_000));

/**
 * Moves pending clicks from ClickBatch into LinkCounter and the roll-ups. Readers add both, so they see the same before
 * and after. Only one instance aggregates at a time; concurrent calls do nothing. Returns whether more is pending.
 * Counters come last: bot hits write to the same rows and must not wait for the roll-ups.
 */
export async function aggregateClicks(): Promise<boolean> {
  const isMore = await round.get().run((maxClicks) => withAggregationLock((transaction) => aggregateRound(transaction, maxClicks)));
  return isMore ?? false;
}

async function aggregateRound(transaction: Prisma.TransactionClient, maxClicks: number): Promise<boolean> {
  const batches = await nextBatches(transaction, maxClicks);
  const ids = batches.map(({ id }) => id);
  if (ids.length === 0) return false;
  const [aggregated] = await transaction.$queryRaw<[{ isLate: boolean }]>(aggregateRollups(ids));
  if (aggregated.isLate) await transaction.$executeRaw(aggregateLateLabels(ids));
  await aggregateCounters(transaction, ids);
  return batches.reduce((total, { size }) => total + size, 0) >= maxClicks;
}

/**
 * Skips batches with clicks of a late day until the day is prepared (`prepare-late-days.ts`). The order differs each
 * round (of two ids, each comes first every other time), so that a failing batch never blocks others.
 */
function nextBatches(transaction: Prisma.TransactionClient, maxClicks: number): Promise<{ id: bigint; size: number }[]> {
  return transaction.$queryRaw`
    WITH waiting AS MATERIALIZED (${unpreparedDays()}), mask AS MATERIALIZED (SELECT ((random() - 0.5) * 18e18)::bigint AS "bits")
    SELECT "id", "size" FROM (
      SELECT "id", "size", sum("size") OVER (ORDER BY "id" # (SELECT "bits" FROM mask)) - "size" AS "before" FROM "ClickBatch"
      WHERE "id" NOT IN (SELECT "batch" FROM waiting)
    ) b WHERE "before" < ${maxClicks}`;
}

async function aggregateCounters(transaction: Prisma.TransactionClient, batches: readonly bigint[]): Promise<void> {
  await transaction.$executeRaw`
    WITH claimed AS (
      DELETE FROM "ClickBatch" WHERE "id" = ANY(${batches.map(String)}::bigint[]) RETURNING *
    ), added AS (
      SELECT u."linkId", sum(u."clicks") AS "clicks", sum(u."firstDayClicks") AS "firstDayClicks", max(u."lastClickedAt") AS "lastClickedAt"
      FROM claimed b,
           unnest(b."linkIds", b."clicks", b."firstDayClicks", b."lastClickedAts") AS u("linkId", "clicks", "firstDayClicks", "lastClickedAt")
      GROUP BY u."linkId"
    ), locked AS MATERIALIZED (
      -- Locks in link order, like record-uncounted, so that the two cannot deadlock.
      SELECT "linkId" FROM "LinkCounter" WHERE "linkId" IN (SELECT "linkId" FROM added) ORDER BY "linkId" FOR NO KEY UPDATE
    )
    UPDATE "LinkCounter" c
    SET "clickCount" = c."clickCount" + a."clicks",
        "firstDayClicks" = c."firstDayClicks" + a."firstDayClicks",
        "lastClickedAt" = greatest(c."lastClickedAt", a."lastClickedAt")
    FROM added a JOIN locked USING ("linkId")
    WHERE c."linkId" = a."linkId"`;
}
