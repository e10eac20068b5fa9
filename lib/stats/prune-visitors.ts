import { dayMs, isoDate, startOfDay } from "../core/day";
import { withAggregationLock } from "../database/aggregation-lock";
import { maintenanceDatabase } from "../database/client";

/** Visitors of today and so many days before are remembered: clicks of these days come by the second. */
const daysBefore = 2;

/** The first day whose visitors are never forgotten at `now`. */
export function firstRecentDay(now: Date): Date {
  return new Date(startOfDay(now).getTime() - daysBefore * dayMs);
}

const portion = 20_000;

/** Forgets who clicked on days that are over; of these only a journal that is replayed late brings clicks (`late-days.ts`). */
export async function pruneVisitors(now: Date): Promise<void> {
  const since = isoDate(firstRecentDay(now));
  await withAggregationLock(
    (transaction) => transaction.$executeRaw`UPDATE "RollupState" SET "visitorsSince" = ${since}::date WHERE "visitorsSince" < ${since}::date`,
    { wait: true },
  );
  let removed: number;
  do {
    removed = await maintenanceDatabase().$executeRaw`
      DELETE FROM "DayVisitor" WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM "DayVisitor" WHERE "day" < (SELECT "visitorsSince" FROM "RollupState") LIMIT ${portion}
      ))`;
  } while (removed === portion);
  await pruneLateVisitors();
}

/** Forgets the visitors of late days once none of their clicks is pending any more. Nobody prepares a day meanwhile. */
async function pruneLateVisitors(): Promise<void> {
  await withAggregationLock(
    (transaction) => transaction.$executeRaw`
      DELETE FROM "LateDay" WHERE ("linkId", "day") NOT IN (
        SELECT "linkId", ("firstClickedAt" AT TIME ZONE 'UTC')::date FROM "PendingHour" WHERE "linkId" IS NOT NULL
      )`,
    { wait: true },
  );
  const removePortion = () =>
    withAggregationLock(
      (transaction) => transaction.$executeRaw`
        DELETE FROM "LateVisitor" WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM "LateVisitor" v WHERE ("linkId", "day") NOT IN (SELECT "linkId", "day" FROM "LateDay") LIMIT ${portion}
        ))`,
      { wait: true },
    );
  while ((await removePortion()) === portion);
}
