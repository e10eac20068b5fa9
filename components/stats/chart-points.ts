import { formatDay, formatTime } from "@/lib/core/format";

/** A count from `start` on: a UTC day (`2026-11-19`) or the start of an hour, week or month (ISO 8601). */
export interface ChartPoint {
  start: string;
  count: number;
}

export interface ChartData {
  points: readonly ChartPoint[];
  /** As many as `points`, each to be compared with the one at its place. */
  before?: readonly ChartPoint[] | undefined;
  /** Of the comparison, such as `30 days before`. */
  beforeName?: string;
  /** The last point is not over, and is called this: `Today`. */
  openName?: string | undefined;
  /** What a point spans; days unless said. */
  interval?: "hour" | "day" | "week" | "month";
}

type Interval = NonNullable<ChartData["interval"]>;

/** The name of a point on an axis that ends with `last`: `19 Nov`, `14:00`, `Nov`, with the year where it is another than there. */
export function shortName(start: string, interval: Interval, last: string): string {
  const at = new Date(start);
  if (interval === "hour") return formatTime(at);
  const day = formatDay(at, { year: new Date(last) });
  return interval === "month" ? withoutDay(day) : day;
}

/** Its full name: `Thu 19 Nov 2026`, with the hour where it is one. */
export function fullName(start: string, interval: Interval): string {
  const at = new Date(start);
  if (interval === "month") return withoutDay(formatDay(at, { year: "always" }));
  const day = formatDay(at, { year: "always", weekday: interval !== "week" });
  if (interval === "hour") return `${day}, ${formatTime(at)} UTC`;
  return interval === "week" ? `Week of ${day}` : day;
}

function withoutDay(name: string): string {
  return name.split(" ").slice(1).join(" ");
}

/** Every nth of so many places, counted from the first, so that at most `most` are named; the last place is always one of them. */
export function spreadTicks(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  const places = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = count - 1;
  // What would stand right beside the last name gives way to it.
  return [...places.filter((place) => place <= last - step * 0.6 || place === last), ...(places.includes(last) ? [] : [last])];
}
