import { datesOf, lastDays } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { planOf } from "../sources/plan";

/**
 * Daily clicks of each link over the last `days` UTC days, oldest first, with one query. Every id
 * has an entry.
 */
export async function getSparklines(
  linkIds: readonly number[],
  days: number,
  now: Date,
): Promise<Map<number, number[]>> {
  const dateRange = lastDays(days, now);
  const plan = planOf({ scope: { linkIds }, dateRange, of: "clicks" });
  const statement = plan.tables.select(Prisma.sql`
    SELECT "linkId", to_char("day", 'YYYY-MM-DD') AS "date", "clicks"::float8 AS "clicks" FROM (${plan.days(["linkId", "day"])}) d`);
  const rows = await preferReplica("statistics", (reader) =>
    reader.$queryRaw<{ linkId: number; date: string; clicks: number }[]>(statement),
  );
  const counts = new Map(rows.map(({ linkId, date, clicks }) => [`${linkId} ${date}`, clicks]));
  const dates = datesOf(dateRange);
  return new Map(linkIds.map((id) => [id, dates.map((date) => counts.get(`${id} ${date}`) ?? 0)]));
}
