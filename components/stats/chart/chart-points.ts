import { formatDay, formatMonth, formatTime, zoneName } from "@/lib/core/format";
import type { ChartName } from "@/lib/stats/query/page-query";
import type { Texts } from "@/lib/texts/translator";

/**
 * A count from `start` on: a date (`2026-11-19`), or for hours an instant (ISO 8601). `end`: the
 * last date counted, unless that is all of the week or month.
 */
export interface ChartPoint {
  start: string;
  count: number;
  end?: string;
}

/** What happened in the interval from `start` on. */
interface ChartMark {
  start: string;
  names: string[];
  kind: "link" | "preview" | "unusual";
}

export interface ChartData {
  points: readonly ChartPoint[];
  /** The comparison, with one point for each of `points`. */
  before?: readonly (ChartPoint | null)[] | undefined;
  /** The dates of the comparison, if there is one. */
  beforeName?: string | undefined;
  /** Another link or tag, with one point for each of `points`, in place of a comparison. */
  other?: { name: string; points: readonly ChartPoint[] } | undefined;
  /** The dates, or whose points these are, if there is another. */
  name: string;
  /** Set if the last point is still in progress: its name, such as `Today`. */
  openName?: string | undefined;
  /** Time span of a point; `day` by default. */
  interval?: "hour" | "day" | "week" | "month";
  /** The time zone in which days and hours begin; UTC by default. */
  timeZone?: string | undefined;
  /** What is counted; clicks by default. */
  unit?: ChartName;
  /** The axis label of the first point, such as `Created 17 Nov`. */
  firstName?: string | undefined;
  /** Starts of intervals after the last point, which the axis shows empty. */
  upcoming?: readonly string[];
  marks?: readonly ChartMark[];
}

export function totalOf(points: readonly ChartPoint[]): number {
  return points.reduce((sum, { count }) => sum + count, 0);
}

type Interval = NonNullable<ChartData["interval"]>;

/** More hours are labelled by their days. */
const mostHours = 48;

/** Indexes of the ticks among these starts, at most `most`: evenly spread, or where days begin. */
export function ticksOf(
  starts: readonly string[],
  interval: Interval,
  most: number,
  timeZone = "UTC",
): number[] {
  if (interval !== "hour" || starts.length <= mostHours) return spreadTicks(starts.length, most);
  const dates = starts.map((start) => formatDay(new Date(start), { year: "always", timeZone }));
  const days = dates.flatMap((date, index) => (date === dates[index - 1] ? [] : [index]));
  return spreadTicks(days.length, most).map((index) => days[index] ?? 0);
}

/**
 * Axis label of a point: `19 Nov`, `14:00` or `Nov`, with the year if it differs from that of
 * `last`, the last of `count` points.
 */
export function shortName(
  start: string,
  interval: Interval,
  last: string,
  count = 1,
  timeZone = "UTC",
  locale = "en",
): string {
  const at = new Date(start);
  const year = new Date(last);
  if (interval === "hour" && count <= mostHours) return formatTime(at, timeZone, locale);
  if (interval === "hour") return formatDay(at, { year, timeZone, locale });
  return interval === "month" ? formatMonth(at, { year, locale }) : formatDay(at, { year, locale });
}

/**
 * Full name of a point: `Thu 19 Nov 2026`, with the time for hours; `19 Nov to 22 Nov 2026` for a
 * part of a week or month.
 */
export function fullName(
  { start, end }: { start: string; end?: string | undefined },
  interval: Interval,
  { t, locale }: { t: Texts<"stats.chart">; locale: string },
  timeZone = "UTC",
): string {
  const at = new Date(start);
  if (interval === "hour")
    return `${formatDay(at, { year: "always", weekday: true, timeZone, locale })}, ${formatTime(at, timeZone, locale)} ${zoneName(at, timeZone)}`;
  if (end === start) return formatDay(at, { year: "always", weekday: true, locale });
  if (end !== undefined)
    return t("stretch", {
      from: formatDay(at, { year: new Date(end), locale }),
      to: formatDay(new Date(end), { year: "always", locale }),
    });
  if (interval === "month") return formatMonth(at, { year: "always", locale });
  const day = formatDay(at, { year: "always", weekday: interval !== "week", locale });
  return interval === "week" ? t("weekOf", { day }) : day;
}

/** Evenly spaced indexes of at most `most` ticks, always including the last. */
function spreadTicks(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  const places = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = count - 1;
  // Drops a tick that would be too close to the last one.
  return [
    ...places.filter((place) => place <= last - step * 0.6 || place === last),
    ...(places.includes(last) ? [] : [last]),
  ];
}
