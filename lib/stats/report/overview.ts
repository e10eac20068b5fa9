import {
  type DateRange,
  datesOf,
  hoursOf,
  lastDays,
  rangeBefore,
  rangeOfDates,
  storedDays,
} from "../../core/date-range";
import { hourMs } from "../../core/day";
import { type Counts, defaultInterval, fillHours, type Point } from "../query/series";
import type { Reader } from "../sources/source";
import { otherTotals } from "../sources/totals";
import { readAllTime } from "./global-statistics";
import { readStatistics } from "./read-statistics";
import { inOneSnapshot } from "./report";

/**
 * One number over all links: all-time, in the date range, and by day of the date range (oldest
 * first).
 */
interface Metric {
  total: number;
  inWindow: number;
  spark: number[];
}

/**
 * One day over all links. `links`: how many of the existing links were created that day. Bot hits
 * and links are those of the UTC day.
 */
interface GlobalDay {
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
 * Covers a date range and as many days before, shifted by whole weeks, so that weekdays line up.
 * Throws `statistics_timeout` if the time zone leaves too many clicks to count.
 */
export async function getOverview(dateRange: DateRange, now: Date): Promise<Overview> {
  const earlier = rangeBefore(dateRange, "weekdays");
  const { timeZone } = dateRange;
  const both = rangeOfDates(earlier.from, dateRange.to, timeZone);
  const lastTwo = lastDays(2, now, timeZone);
  const isHourly = defaultInterval(dateRange.days) === "hour";
  const { clicks, others, recent, totals } = await inOneSnapshot({ dateRange }, async (reader) => ({
    clicks: await readStatistics(reader, "all", { dateRange: both, hours: isHourly, of: "clicks" }),
    others: await readOthers(reader, storedDays(both, now)),
    recent: await readStatistics(reader, "all", { dateRange: lastTwo, hours: true, of: "clicks" }),
    totals: await readAllTime(reader),
  }));
  const listed = (part: DateRange): GlobalDay[] =>
    datesOf(part).map((date) => ({
      date,
      clicks: clicks.days.get(Date.parse(date))?.clicks ?? 0,
      botHits: 0,
      links: 0,
      ...others.get(date),
    }));
  const [current, previous] = [listed(dateRange), listed(earlier)];
  const metric = (key: "clicks" | "botHits" | "links", days = current): Metric => {
    const spark = days.map((day) => day[key]);
    return { total: totals[key], inWindow: sum(spark), spark };
  };
  const stored = listed(storedDays(dateRange, now));
  return {
    dateRange,
    links: metric("links", stored),
    clicks: metric("clicks"),
    botHits: metric("botHits", stored),
    today: todayOf(recent.hours, lastTwo, now),
    days: current,
    hours: isHourly ? fillHours(hoursOf(dateRange), clicks.hours) : [],
    previous: {
      dateRange: earlier,
      days: previous,
      hours: isHourly ? fillHours(hoursOf(earlier), clicks.hours) : [],
    },
  };
}

/** Bot hits and created links by UTC date. */
async function readOthers(
  reader: Reader,
  days: DateRange,
): Promise<Map<string, { botHits: number; links: number }>> {
  const rows = await reader.$queryRaw<{ date: string; botHits: number; links: number }[]>`
    SELECT to_char("day", 'YYYY-MM-DD') AS "date", sum("botHits")::float8 AS "botHits", sum("links")::float8 AS "links"
    FROM (${otherTotals(days)}) o GROUP BY 1`;
  return new Map(rows.map(({ date, ...others }) => [date, others]));
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function todayOf(counts: Counts, { from, to, timeZone }: DateRange, now: Date): Overview["today"] {
  const [yesterday, today] = [rangeOfDates(from, from, timeZone), rangeOfDates(to, to, timeZone)];
  const clicksOf = (day: DateRange) =>
    hoursOf(day).map((hour) => counts.get(hour.getTime())?.clicks ?? 0);
  const [hours, yesterdayHours] = [clicksOf(today), clicksOf(yesterday)];
  const elapsed = (now.getTime() - today.since.getTime()) / hourMs;
  const soFar = yesterdayHours.reduce(
    (total, count, hour) => total + count * Math.min(Math.max(elapsed - hour, 0), 1),
    0,
  );
  return { clicks: sum(hours), yesterdaySoFar: Math.round(soFar), hours, yesterdayHours };
}
