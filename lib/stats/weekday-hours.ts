import type { DateRange } from "../core/date-range";
import { statisticsDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { pendingClicks } from "./pending";

/** Clicks by weekday (Monday first) and hour of the day, in UTC: 7 rows of 24. */
export type WeekdayHours = number[][];

/** Exact, like the totals, and as cheap: from roll-ups and pending clicks. */
export async function getWeekdayHours(linkId: number, { since, until }: DateRange): Promise<WeekdayHours> {
  const pending = pendingClicks(Prisma.sql`SELECT * FROM "ClickBatch"`, Prisma.sql`"linkId" = ${linkId}`);
  const rows = await statisticsDatabase().$queryRaw<{ weekday: number; hour: number; clicks: number }[]>`
    SELECT extract(isodow FROM "hour" AT TIME ZONE 'UTC')::int AS "weekday", extract(hour FROM "hour" AT TIME ZONE 'UTC')::int AS "hour", sum("clicks")::int AS "clicks"
    FROM (
      SELECT "hour", "clicks" FROM "LinkHour" WHERE "linkId" = ${linkId} AND "hour" >= ${since}::timestamptz AND "hour" < ${until}::timestamptz
      UNION ALL
      SELECT "hour", 1 FROM (${pending}) p WHERE "createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz
    ) h GROUP BY 1, 2`;
  const counts: WeekdayHours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, clicks } of rows) {
    const day = counts[weekday - 1];
    if (day) day[hour] = clicks;
  }
  return counts;
}
