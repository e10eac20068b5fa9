import { type DateRange, datesOf } from "../../core/date-range";
import { dayMs, isoDate } from "../../core/day";
import { startOfDate } from "../../core/local-time";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

/** Hours for up to a week, weeks and months for a long range. */
export function defaultInterval(days: number): Interval {
  return days <= 7 ? "hour" : days <= 92 ? "day" : days <= 200 ? "week" : "month";
}

export interface DayCounts {
  date: string;
  clicks: number;
  /** Null if the day is not one of UTC, by which visitors are counted. */
  uniqueVisitors: number | null;
}

/**
 * Clicks and unique visitors of the interval from `start` (ISO 8601). If the date range cuts a week
 * or month, only days inside count. Unique visitors are counted per hour or per UTC day, so longer
 * intervals are sums of days, and null in another time zone.
 */
export interface Point {
  start: string;
  clicks: number;
  uniqueVisitors: number | null;
}

/** Counts keyed by the start of their hour or day in milliseconds. */
export type Counts = ReadonlyMap<number, { clicks: number; uniqueVisitors: number }>;

const nothing = { clicks: 0, uniqueVisitors: 0 };

export function fillDayCounts(dateRange: DateRange, days: Counts): DayCounts[] {
  const visitors = dateRange.timeZone === "UTC" ? {} : { uniqueVisitors: null };
  return datesOf(dateRange).map((date) => ({
    date,
    ...(days.get(Date.parse(date)) ?? nothing),
    ...visitors,
  }));
}

/** `starts` of all hours. */
export function fillHours(starts: readonly Date[], hours: Counts): Point[] {
  return starts.map((start) => ({
    start: start.toISOString(),
    ...(hours.get(start.getTime()) ?? nothing),
  }));
}

/** Groups days by day, week (from Monday, ISO 8601) or month. */
export function groupDays(
  days: readonly DayCounts[],
  interval: Exclude<Interval, "hour">,
  timeZone = "UTC",
): Point[] {
  const points = new Map<string, Point>();
  for (const { date, clicks, uniqueVisitors } of days) {
    const start = startOf(date, interval);
    const point = points.get(start) ?? {
      start: startOfDate(start.slice(0, 10), timeZone).toISOString(),
      ...nothing,
    };
    const visitors = uniqueVisitors === null ? null : (point.uniqueVisitors ?? 0) + uniqueVisitors;
    points.set(start, { ...point, clicks: point.clicks + clicks, uniqueVisitors: visitors });
  }
  return [...points.values()];
}

/** The start of the day, week or month of a date, ISO 8601. */
export function startOf(date: string, interval: Exclude<Interval, "hour">): string {
  if (interval === "month") return `${date.slice(0, 7)}-01T00:00:00.000Z`;
  const at = new Date(date);
  const back = interval === "week" ? (at.getUTCDay() + 6) % 7 : 0;
  return `${isoDate(new Date(at.getTime() - back * dayMs))}T00:00:00.000Z`;
}
