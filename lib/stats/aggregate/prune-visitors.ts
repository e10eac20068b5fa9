import { PerService } from "../../config/per-service";
import { dayMs, isoDate, startOfDay } from "../../core/day";
import { RoundSize } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { deleteInRounds } from "../../database/delete-in-rounds";
import { Prisma } from "../../database/generated/client";

/** Days before today whose visitors are kept, because clicks of these days arrive all the time. */
const daysBefore = 2;

export function firstRecentDay(now: Date): Date {
  return new Date(startOfDay(now).getTime() - daysBefore * dayMs);
}

const round = new PerService("late-visitors-round", () => new RoundSize(100, 20_000));

/** Deletes the visitors of past days. Only a replayed journal brings clicks for those days (`late-days.ts`). */
export async function pruneVisitors(now: Date): Promise<void> {
  const since = isoDate(firstRecentDay(now));
  await withAggregationLock(
    (transaction) => transaction.$executeRaw`UPDATE "RollupState" SET "visitorsSince" = ${since}::date WHERE "visitorsSince" < ${since}::date`,
    { wait: true },
  );
  await deleteInRounds("DayVisitor", Prisma.sql`"day" < (SELECT "visitorsSince" FROM "RollupState")`);
  await pruneLateVisitors();
}

/** Deletes the visitors of late days that have no more pending clicks. The lock keeps days from being prepared meanwhile. */
async function pruneLateVisitors(): Promise<void> {
  await withAggregationLock(
    (transaction) => transaction.$executeRaw`
      DELETE FROM "LateDay" WHERE ("linkId", "day") NOT IN (
        SELECT "linkId", ("firstClickedAt" AT TIME ZONE 'UTC')::date FROM "PendingHour" WHERE "linkId" IS NOT NULL
      )`,
    { wait: true },
  );
  const removePortion = (rows: number) =>
    withAggregationLock(
      async (transaction) => {
        const removed = await transaction.$executeRaw`
          DELETE FROM "LateVisitor" WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM "LateVisitor" v WHERE ("linkId", "day") NOT IN (SELECT "linkId", "day" FROM "LateDay") LIMIT ${rows}
          ))`;
        return removed === rows;
      },
      { wait: true },
    );
  while (await round.get().run(removePortion));
}
