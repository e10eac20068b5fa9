import type { DateRange } from "@/lib/core/date-range";
import { dayMs, hourMs, isoDate } from "@/lib/core/day";
import { addDays } from "@/lib/core/local-time";
import type { Point } from "@/lib/stats/query/series";
import type { RangeCounts } from "@/lib/stats/report/report";

interface Stretch {
  dateRange: DateRange;
  days: readonly { clicks: number }[];
  /** By hour, of a single day. */
  series: readonly Point[];
  visitorDays: RangeCounts["visitorDays"];
}

/**
 * The comparable part of both periods: as long as the last day or hour is not over, all before it.
 * Visitors by UTC days that are over.
 */
export function sameStretch(current: Stretch, previous: Stretch, now: Date) {
  const all = ({ days, visitorDays }: Stretch) => sumOf(days, visitorDays);
  if (current.dateRange.until <= now)
    return { now: all(current), before: all(previous), said: "", explained: "" };
  if (current.days.length === 1) {
    const over = current.series.filter(
      ({ start }) => Date.parse(start) + hourMs <= now.getTime(),
    ).length;
    const hours = ({ series }: Stretch) => sumOf(series.slice(0, over), series.slice(0, over));
    return {
      now: hours(current),
      before: hours(previous),
      said: "full hours only",
      explained: ", completed hours only",
    };
  }
  const shift = (Date.parse(current.dateRange.from) - Date.parse(previous.dateRange.from)) / dayMs;
  const days = ({ days, visitorDays }: Stretch, today: string) =>
    sumOf(
      days.slice(0, -1),
      visitorDays.filter(({ date }) => date < today),
    );
  return {
    now: days(current, isoDate(now)),
    before: days(previous, addDays(isoDate(now), -shift)),
    said: "excl. today",
    explained: ", without today, which is not over yet",
  };
}

function sumOf(
  counted: readonly { clicks: number }[],
  visited: readonly { uniqueVisitors: number | null }[],
) {
  return {
    clicks: counted.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueVisitors: visited.reduce((sum, { uniqueVisitors }) => sum + (uniqueVisitors ?? 0), 0),
  };
}
