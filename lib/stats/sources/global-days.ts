import type { DateRange } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/replica";

/**
 * A subquery (day, clicks, botHits, links) with exact statistics over all links, optionally within a date range. DayTotal
 * still includes links being removed, so their share is subtracted. Pending batches are added.
 */
export function globalDays(dateRange?: DateRange): Prisma.Sql {
  const within = dateRange ? Prisma.sql`"day" >= ${isoDate(dateRange.since)}::date AND "day" < ${isoDate(dateRange.until)}::date` : Prisma.sql`true`;
  return Prisma.sql`(
    SELECT "day", sum("clicks")::bigint AS "clicks", sum("botHits")::bigint AS "botHits", sum("links")::bigint AS "links" FROM (
      SELECT "day", "clicks", "botHits", "links" FROM "DayTotal"
      UNION ALL
      SELECT d."day", -d."clicks", 0, 0 FROM "DeletedLink" g, LATERAL (SELECT * FROM "LinkDay" k WHERE k."linkId" = g."linkId" OFFSET 0) d
      UNION ALL
      SELECT u."day", 0, -u."count", 0 FROM "DeletedLink" g, LATERAL (
        SELECT * FROM "UncountedVisit" k WHERE k."linkId" = g."linkId" AND k."kind" = 'unfurler' OFFSET 0
      ) u
      UNION ALL
      SELECT ("firstClickedAt" AT TIME ZONE 'UTC')::date, "clicks", 0, 0 FROM "PendingHour" p
      WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")
    ) parts WHERE ${within} GROUP BY "day"
  )`;
}

/** A subquery (hour, clicks) within a date range: the same by hour. */
export function globalHours({ since, until }: Pick<DateRange, "since" | "until">): Prisma.Sql {
  return Prisma.sql`(
    SELECT "hour", sum("clicks")::bigint AS "clicks" FROM (
      SELECT "hour", "clicks" FROM "HourTotal"
      UNION ALL
      SELECT d."hour", -d."clicks" FROM "DeletedLink" g, LATERAL (
        SELECT * FROM "LinkHour" k WHERE k."linkId" = g."linkId" AND k."hour" >= ${since}::timestamptz AND k."hour" < ${until}::timestamptz OFFSET 0
      ) d
      UNION ALL
      SELECT date_trunc('hour', "firstClickedAt", 'UTC'), "clicks" FROM "PendingHour" p
      WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")
    ) parts WHERE "hour" >= ${since}::timestamptz AND "hour" < ${until}::timestamptz GROUP BY "hour"
  )`;
}

/** The first UTC day on which anything was counted: a click, a bot hit or a new link. */
export async function findFirstDay(): Promise<string | null> {
  const [row] = await preferReplica(
    "statistics",
    (reader) => reader.$queryRaw<[{ date: string | null }]>`SELECT to_char(min("day"), 'YYYY-MM-DD') AS "date" FROM "DayTotal"`,
  );
  return row.date;
}
