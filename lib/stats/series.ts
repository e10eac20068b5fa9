import { type DateRange, datesOf } from "../core/date-range";
import { dayMs, isoDate } from "../core/day";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

export interface DayCounts {
  date: string;
  clicks: number;
  uniqueVisitors: number;
}

/**
 * Clicks and unique visitors of the interval from `start` (ISO 8601). If the date range cuts a week or month, only days
 * inside count. Unique visitors are counted per hour or per day, so longer intervals are sums of days.
 */
export interface Point {
  start: string;
  clicks: number;
  uniqueVisitors: number;
}

/** Counts keyed by the start of their hour or day in milliseconds. */
export type Counts = ReadonlyMap<number, { clicks: number; uniqueVisitors: number }>;

const nothing = { clicks: 0, uniqueVisitors: 0 };

export function fillDayCounts(dateRange: DateRange, days: Counts): DayCounts[] {
  return datesOf(dateRange).map((date) => ({ date, ...(days.get(Date.parse(date)) ?? nothing) }));
}

export function fillHours({ days, since }: DateRange, hours: Counts): Point[] {
  return Array.from({ length: days * 24 }, (_, index) => {
    const start = since.getTime() + index * 3_600_000;
    return { start: new Date(start).toISOString(), ...(hours.get(start) ?? nothing) };
  });
}

/** Groups days by day, week (from Monday, ISO 8601) or month. */
export function groupDays(days: readonly DayCounts[], interval: Exclude<Interval, "hour">): Point[] {
  const points = new Map<string, Point>();
  for (const { date, clicks, uniqueVisitors } of days) {
    const start = startOf(date, interval);
    const point = points.get(start) ?? { start, ...nothing };
    points.set(start, { start, clicks: point.clicks + clicks, uniqueVisitors: point.uniqueVisitors + uniqueVisitors });
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
