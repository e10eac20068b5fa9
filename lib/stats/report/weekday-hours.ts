import type { DateRange, Span } from "../../core/date-range";
import { hourMs } from "../../core/day";
import { offsetsBetween } from "../../core/local-time";
import { arrayLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";
import type { Filters } from "../query/filters";
import { oneLink, type Scope } from "../query/scope";
import { planOf } from "../sources/plan";
import type { Reader } from "../sources/source";
import { inOneSnapshot } from "./report";

/**
 * Clicks by weekday (Monday first) and hour of the day: 7 rows of 24. In a fractional time zone,
 * hours begin with those of UTC (at 00:30), and each counts for the day and the range in which it
 * begins. If such a zone changes its clocks by half an hour, as Lord Howe does, its hours begin at
 * either time.
 */
export type WeekdayHours = number[][];

/** On one link. Throws `statistics_timeout` if the filters leave too many clicks to count. */
export function getWeekdayHours(
  linkId: number,
  dateRange: DateRange,
  filters: Filters = {},
): Promise<WeekdayHours> {
  return inOneSnapshot({ filters }, (reader) =>
    readWeekdayHours(reader, oneLink(linkId), dateRange, filters),
  );
}

/**
 * Without filters from roll-ups and counts of pending clicks, and so as cheap as the totals, and as
 * exact in whole-hour zones.
 */
export async function readWeekdayHours(
  reader: Reader,
  scope: Scope,
  dateRange: DateRange,
  filters: Filters = {},
): Promise<WeekdayHours> {
  const local = localTime(dateRange);
  const plan = planOf({ scope, dateRange: utcHours(dateRange), filters, of: "clicks" });
  const rows = await reader.$queryRaw<{ weekday: number; hour: number; clicks: number }[]>(
    plan.tables.select(Prisma.sql`
    SELECT extract(isodow FROM ${local})::int AS "weekday", extract(hour FROM ${local})::int AS "hour", sum("clicks")::float8 AS "clicks"
    FROM (${plan.hours()}) h GROUP BY 1, 2`),
  );
  const counts: WeekdayHours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, clicks } of rows) {
    const day = counts[weekday - 1];
    if (day) day[hour] = clicks;
  }
  return counts;
}

/** The hours of UTC that begin in a span. */
function utcHours({ since, until }: Span): Span {
  const next = (at: Date) => new Date(Math.ceil(at.getTime() / hourMs) * hourMs);
  return { since: next(since), until: next(until) };
}

/** "hour" as local time. */
function localTime({ since, until, timeZone }: DateRange): Prisma.Sql {
  if (timeZone === "UTC") return Prisma.sql`"hour" AT TIME ZONE 'UTC'`;
  const offsets = offsetsBetween(since, until, timeZone);
  const starts = arrayLiteral(offsets.map((each) => each.since.toISOString()));
  const seconds = arrayLiteral(offsets.map(({ ms }) => ms / 1000));
  return Prisma.sql`("hour" AT TIME ZONE 'UTC' + make_interval(secs => (${seconds}::float8[])[width_bucket("hour", ${starts}::timestamptz[])]))`;
}
