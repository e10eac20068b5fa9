import { formatDay, formatTime } from "@/lib/format";
import type { ChartData } from "./day-chart";

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
