import { dayMs, isoDate, startOfDay } from "../../core/day";
import { withAggregationLock } from "../../database/aggregation-lock";
import { deleteInRounds } from "../../database/delete-in-rounds";
import { Prisma } from "../../database/generated/client";

/**
 * Days before today whose visitors are kept. Clicks of these days may still come from a journal.
 */
const daysBefore = 8;

/**
 * Deletes the visitors of earlier days. If a journal brings clicks for such a day after all, their
 * visitors count as new.
 */
export async function pruneVisitors(now: Date): Promise<void> {
  const since = isoDate(new Date(startOfDay(now).getTime() - daysBefore * dayMs));
  await withAggregationLock(
    (transaction) =>
      transaction.$executeRaw`UPDATE "RollupState" SET "visitorsSince" = ${since}::date WHERE "visitorsSince" < ${since}::date`,
    { wait: true },
  );
  await deleteInRounds(
    "DayVisitor",
    Prisma.sql`"day" < (SELECT "visitorsSince" FROM "RollupState")`,
  );
  // The previous version collects the visitors of a day again, if these are not there.
  for (const table of ["LateDay", "LateVisitor"] as const)
    await deleteInRounds(table, Prisma.sql`true`);
}
