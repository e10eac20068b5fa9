import { type DateRange, datesOf, hoursOf, lastDays, rangeBefore, rangeOfDates, storedDays } from "../../core/date-range";
import { hourMs } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import type { Reader } from "../query/reader";
import { type Counts, defaultInterval, fillHours, type Point } from "../query/series";
import { globalDays, globalHours } from "../sources/global-days";
import { localDay, localDays } from "../sources/local-days";
import { readStatistics } from "./read-statistics";
import { inOneSnapshot } from "./report";

/** One number over all links: all-time, in the date range, and by day of the date range (oldest first). */
export interface Metric {
  total: number;
  inWindow: number;
  spark: number[];
}

/** One day over all links. `links`: how many of the existing links were created that day. Bot hits and links are those of the UTC day. */
export interface GlobalDay {
  date: string;
  clicks: number;
  botHits: number;
  links: number;
}

export interface Overview {
  dateRange: DateRange;
  links: Metric;
  clicks: Metric;
  botHits: Metric;
  today: {
    clicks: number;
    /** Yesterday's clicks up to the same time of day. The current hour is prorated. */
    yesterdaySoFar: number;
    /** By hour from the start of the day: 24 entries each, unless clocks change. */
    hours: number[];
    yesterdayHours: number[];
  };
  days: GlobalDay[];
  /** Clicks by hour of a short date range. */
  hours: Point[];
  previous: { dateRange: DateRange; days: GlobalDay[]; hours: Point[] };
}

/**
 * Covers a date range and as many days before, shifted by whole weeks, so that weekdays line up. Throws `statistics_timeout` if
 * the time zone leaves too many clicks to count.
 */
export async function getOverview(dateRange: DateRange, now: Date): Promise<Overview> {
  const earlier = rangeBefore(dateRange, "weekdays");
  const { timeZone } = dateRange;
  const both = rangeOfDates(earlier.from, dateRange.to, timeZone);
  const lastTwo = lastDays(2, now, timeZone);
  const isHourly = defaultInterval(dateRange.days) === "hour";
  const { perDay, local, hourly, recent, totals } = await inOneSnapshot({ filters: {}, dateRange }, async (reader) => {
    const perDay = await reader.$queryRaw<DayRow[]>`
      SELECT to_char("day", 'YYYY-MM-DD') AS "date", "clicks", "botHits", "links" FROM ${globalDays(storedDays(both, now))} days`;
    const [totals] = await reader.$queryRaw<[Omit<DayRow, "date">]>`
      SELECT coalesce(sum("clicks"), 0)::bigint AS "clicks", coalesce(sum("botHits"), 0)::bigint AS "botHits",
             coalesce(sum("links"), 0)::bigint AS "links" FROM ${globalDays()} days`;
    const local = timeZone === "UTC" ? null : await readDays(reader, both);
    const hourly: Counts = isHourly ? await readHours(reader, both) : new Map();
    return { perDay, local, hourly, recent: await readHours(reader, lastTwo), totals };
  });
  const byDate = new Map(perDay.map((row) => [row.date, row]));
  const listed = (part: DateRange) => datesOf(part).map((date) => toGlobalDay(date, byDate.get(date), local));
  const [current, previous] = [listed(dateRange), listed(earlier)];
  const metric = (key: "clicks" | "botHits" | "links", days = current): Metric => {
    const spark = days.map((day) => day[key]);
    return { total: Number(totals[key]), inWindow: sum(spark), spark };
  };
  const stored = listed(storedDays(dateRange, now));
  return {
    dateRange,
    links: metric("links", stored),
    clicks: metric("clicks"),
    botHits: metric("botHits", stored),
    today: todayOf(recent, lastTwo, now),
    days: current,
    hours: isHourly ? fillHours(hoursOf(dateRange), hourly) : [],
    previous: { dateRange: earlier, days: previous, hours: isHourly ? fillHours(hoursOf(earlier), hourly) : [] },
  };
}

/** Clicks over all links by days of another time zone than UTC. */
async function readDays(reader: Reader, dateRange: DateRange): Promise<Counts> {
  const { bounds, isWholeHours } = localDays(dateRange);
  if (!isWholeHours) return (await readStatistics(reader, "all", { ...onlyClicks, dateRange, hours: false })).days;
  const rows = await reader.$queryRaw<{ day: Date; clicks: bigint }[]>`
    WITH ${bounds}
    SELECT ${localDay(Prisma.raw('"hour"'), dateRange)} AS "day", sum("clicks")::bigint AS "clicks" FROM ${globalHours(dateRange)} hours GROUP BY 1`;
  return countsOf(rows.map(({ day, clicks }) => ({ at: day, clicks })));
}

/** Clicks over all links by hours that are counted from the start of each day. */
async function readHours(reader: Reader, dateRange: DateRange): Promise<Counts> {
  if (!localDays(dateRange).isWholeHours) return (await readStatistics(reader, "all", { ...onlyClicks, dateRange, hours: true })).hours;
  return countsOf(await reader.$queryRaw<ClicksRow[]>`SELECT "hour" AS "at", "clicks" FROM ${globalHours(dateRange)} hours`);
}

const onlyClicks = { filters: {}, breakdowns: [], labelLimit: 0, recent: 0 };

interface DayRow {
  date: string;
  clicks: bigint;
  botHits: bigint;
  links: bigint;
}

interface ClicksRow {
  at: Date;
  clicks: bigint;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** `local`: clicks by local day; null in UTC. */
function toGlobalDay(date: string, row: DayRow | undefined, local: Counts | null): GlobalDay {
  const clicks = local ? local.get(Date.parse(date))?.clicks : row?.clicks;
  return { date, clicks: Number(clicks ?? 0), botHits: Number(row?.botHits ?? 0), links: Number(row?.links ?? 0) };
}

/** Visitors are not read. */
function countsOf(rows: readonly ClicksRow[]): Counts {
  return new Map(rows.map(({ at, clicks }) => [at.getTime(), { clicks: Number(clicks), uniqueVisitors: 0 }]));
}

function todayOf(counts: Counts, { from, to, timeZone }: DateRange, now: Date): Overview["today"] {
  const [yesterday, today] = [rangeOfDates(from, from, timeZone), rangeOfDates(to, to, timeZone)];
  const clicksOf = (day: DateRange) => hoursOf(day).map((hour) => counts.get(hour.getTime())?.clicks ?? 0);
  const [hours, yesterdayHours] = [clicksOf(today), clicksOf(yesterday)];
  const elapsed = (now.getTime() - today.since.getTime()) / hourMs;
  const soFar = yesterdayHours.reduce((total, count, hour) => total + count * Math.min(Math.max(elapsed - hour, 0), 1), 0);
  return { clicks: sum(hours), yesterdaySoFar: Math.round(soFar), hours, yesterdayHours };
}
