import { formatDay, formatTime } from "@/lib/format";
import type { ChartData } from "./day-chart";

type Interval = NonNullable<ChartData["interval"]>;

/** The name of a point on the axis: `19 Nov`, `14:00`, `Nov`. */
export function shortName(start: string, interval: Interval): string {
  const at = new Date(start);
  if (interval === "hour") return formatTime(at);
  return interval === "month" ? (formatDay(at).split(" ").at(-1) ?? "") : formatDay(at);
}

/** Its full name: `Thu 19 Nov 2026`, with the hour where it is one. */
export function fullName(start: string, interval: Interval): string {
  const at = new Date(start);
  if (interval === "month") return formatDay(at, { year: true }).split(" ").slice(1).join(" ");
  const day = formatDay(at, { year: true, weekday: interval !== "week" });
  if (interval === "hour") return `${day}, ${formatTime(at)} UTC`;
  return interval === "week" ? `Week of ${day}` : day;
}
