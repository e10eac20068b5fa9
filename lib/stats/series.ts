import { type DateRange, datesOf } from "../core/date-range";
import { dayMs, isoDate } from "../core/day";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

/** Clicks and unique visitors of one UTC day, `date` in the form YYYY-MM-DD. */
export interface DayCounts {
  date: string;
  clicks: number;
  uniqueVisitors: number;
}

/**
 * Clicks and unique visitors from `start` (ISO 8601) on, for one interval. Of a week or month that the date range cuts, only
 * the days inside count. Visitors are told apart within a day (in hours: within the hour), so longer statistics are sums of days.
 */
export interface Point {
  start: string;
  clicks: number;
  uniqueVisitors: number;
}

/** Counts as the database gives them, keyed by the start of their hour or day in milliseconds. */
export type Counts = ReadonlyMap<number, { clicks: number; uniqueVisitors: number }>;

const nothing = { clicks: 0, uniqueVisitors: 0 };

/** One entry a day of the date range, zeros included. */
export function fillDayCounts(dateRange: DateRange, days: Counts): DayCounts[] {
  return datesOf(dateRange).map((date) => ({ date, ...(days.get(Date.parse(date)) ?? nothing) }));
}

/** One entry an hour of the date range, zeros included. */
export function fillHours({ days, since }: DateRange, hours: Counts): Point[] {
  return Array.from({ length: days * 24 }, (_, index) => {
    const start = since.getTime() + index * 3_600_000;
    return { start: new Date(start).toISOString(), ...(hours.get(start) ?? nothing) };
  });
}

/** Adds days up by day, week (from Monday, ISO 8601) or month. */
export function groupDays(days: readonly DayCounts[], interval: Exclude<Interval, "hour">): Point[] {
  const points = new Map<string, Point>();
  for (const { date, clicks, uniqueVisitors } of days) {
    const start = startOf(date, interval);
    const point = points.get(start) ?? { start, ...nothing };
    points.set(start, { start, clicks: point.clicks + clicks, uniqueVisitors: point.uniqueVisitors + uniqueVisitors });
  }
  return [...points.values()];
}

function startOf(date: string, interval: Exclude<Interval, "hour">): string {
  if (interval === "month") return `${date.slice(0, 7)}-01T00:00:00.000Z`;
  const at = new Date(date);
  const back = interval === "week" ? (at.getUTCDay() + 6) % 7 : 0;
  return `${isoDate(new Date(at.getTime() - back * dayMs))}T00:00:00.000Z`;
}
