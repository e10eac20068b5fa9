import { datesOf, lastDays } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { preferReplica } from "../../database/replica";

/** Daily clicks of each link over the last `days` UTC days, oldest first, with one query. Every id has an entry. */
export async function getSparklines(linkIds: readonly number[], days: number, now: Date): Promise<Map<number, number[]>> {
  const dateRange = lastDays(days, now);
  const rows = await preferReplica(
    "statistics",
    (reader) => reader.$queryRaw<{ linkId: number; date: string; clicks: number }[]>`
    SELECT "linkId", to_char("day", 'YYYY-MM-DD') AS "date", sum("clicks")::int AS "clicks" FROM (
      SELECT "linkId", "day", "clicks" FROM "LinkDay" WHERE "linkId" = ANY(${[...linkIds]}::int[]) AND "day" >= ${isoDate(dateRange.since)}::date
      UNION ALL
      SELECT "linkId", ("firstClickedAt" AT TIME ZONE 'UTC')::date, "clicks" FROM "PendingHour" WHERE "linkId" = ANY(${[...linkIds]}::int[])
    ) parts GROUP BY 1, 2`,
  );
  const counts = new Map(rows.map(({ linkId, date, clicks }) => [`${linkId} ${date}`, clicks]));
  const dates = datesOf(dateRange);
  return new Map(linkIds.map((id) => [id, dates.map((date) => counts.get(`${id} ${date}`) ?? 0)]));
}
