import { database } from "../database/client";
import { dayMs, isoDate } from "../day";
import { withFoldLock } from "./fold-lock";

/** Visitors of today and so many days before are remembered: clicks of these days come by the second. */
const daysBefore = 2;
const portion = 20_000;

/** Forgets who clicked on days that are over; of these only replayed journals bring clicks, which are judged by single clicks. */
export async function pruneVisitors(now: Date): Promise<void> {
  const since = isoDate(new Date(now.getTime() - daysBefore * dayMs));
  await withFoldLock(
    (transaction) => transaction.$executeRaw`UPDATE "RollupState" SET "visitorsSince" = ${since}::date WHERE "visitorsSince" < ${since}::date`,
    { wait: true },
  );
  let removed: number;
  do {
    removed = await database().$executeRaw`
      DELETE FROM "DayVisitor" WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM "DayVisitor" WHERE "day" < (SELECT "visitorsSince" FROM "RollupState") LIMIT ${portion}
      ))`;
  } while (removed === portion);
}
