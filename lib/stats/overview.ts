import { type DateRange, datesOf, lastDays, rangeBefore, rangeBetween } from "../core/date-range";
import { dayMs, startOfDay } from "../core/day";
import { statisticsDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { globalDays, globalHours } from "./global-days";

/** One number over all links: all-time, in the date range, in the earlier range, and by day of the date range (oldest first). */
export interface Metric {
  total: number;
  inWindow: number;
  before: number;
  spark: number[];
}

/** One UTC day over all links. `links`: how many of the existing links were created that day. */
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
    /** 24 entries each, from 00:00 UTC. */
    hours: number[];
    yesterdayHours: number[];
  };
  days: GlobalDay[];
  previous: { dateRange: DateRange; days: GlobalDay[] };
}

/** Covers the last `days` UTC days and as many days before, shifted by whole weeks, so that weekdays line up. */
export async function getOverview(days: number, now: Date): Promise<Overview> {
  const dateRange = lastDays(days, now);
  const earlier = rangeBefore(dateRange, "weekdays");
  const both = rangeBetween(earlier.since, now);
  const yesterday = new Date(startOfDay(now).getTime() - dayMs);
  const [daily, hourly, [totals]] = await statisticsDatabase().$transaction(
    [
      statisticsDatabase().$queryRaw<
        DayRow[]
      >`SELECT to_char("day", 'YYYY-MM-DD') AS "date", "clicks", "botHits", "links" FROM ${globalDays(both)} days`,
      statisticsDatabase().$queryRaw<HourRow[]>`SELECT "hour", "clicks" FROM ${globalHours(yesterday)} hours`,
      statisticsDatabase().$queryRaw<[Omit<DayRow, "date">]>`
        SELECT coalesce(sum("clicks"), 0)::bigint AS "clicks", coalesce(sum("botHits"), 0)::bigint AS "botHits",
               coalesce(sum("links"), 0)::bigint AS "links" FROM ${globalDays()} days`,
    ],
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
  const byDate = new Map(daily.map((row) => [row.date, row]));
  const listed = (part: DateRange) => datesOf(part).map((date) => toGlobalDay(date, byDate.get(date)));
  const [current, previous] = [listed(dateRange), listed(earlier)];
  const metric = (key: "clicks" | "botHits" | "links"): Metric => {
    const spark = current.map((day) => day[key]);
    return { total: Number(totals[key]), inWindow: sum(spark), before: sum(previous.map((day) => day[key])), spark };
  };
  return {
    dateRange,
    links: metric("links"),
    clicks: metric("clicks"),
    botHits: metric("botHits"),
    today: todayOf(hourly, now),
    days: current,
    previous: { dateRange: earlier, days: previous },
  };
}

interface DayRow {
  date: string;
  clicks: bigint;
  botHits: bigint;
  links: bigint;
}

interface HourRow {
  hour: Date;
  clicks: bigint;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function toGlobalDay(date: string, row: DayRow | undefined): GlobalDay {
  return { date, clicks: Number(row?.clicks ?? 0), botHits: Number(row?.botHits ?? 0), links: Number(row?.links ?? 0) };
}

const hourMs = 3_600_000;

function todayOf(rows: readonly HourRow[], now: Date): Overview["today"] {
  const counts = new Map(rows.map(({ hour, clicks }) => [hour.getTime(), Number(clicks)]));
  const hoursOf = (day: Date) => Array.from({ length: 24 }, (_, hour) => counts.get(day.getTime() + hour * hourMs) ?? 0);
  const today = startOfDay(now);
  const hours = hoursOf(today);
  const yesterdayHours = hoursOf(new Date(today.getTime() - dayMs));
  const elapsed = (now.getTime() - today.getTime()) / hourMs;
  const soFar = yesterdayHours.reduce((total, count, hour) => total + count * Math.min(Math.max(elapsed - hour, 0), 1), 0);
  return { clicks: sum(hours), yesterdaySoFar: Math.round(soFar), hours, yesterdayHours };
}
