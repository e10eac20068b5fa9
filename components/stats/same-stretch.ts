import { dayMs, hourMs, isoDate } from "@/lib/core/day";
import { addDays } from "@/lib/core/local-time";
import type { RangeCounts } from "@/lib/stats/report";

/** The comparable part of both periods: as long as the last day or hour is not over, all before it. Visitors by UTC days that are over. */
export function sameStretch(current: RangeCounts, previous: RangeCounts, now: Date) {
  if (current.dateRange.until <= now) return { now: current, before: previous, said: "", explained: "" };
  if (current.days.length === 1) {
    const over = current.series.filter(({ start }) => Date.parse(start) + hourMs <= now.getTime()).length;
    const hours = ({ series }: RangeCounts) => sumOf(series.slice(0, over), series.slice(0, over));
    return { now: hours(current), before: hours(previous), said: "full hours only", explained: ", completed hours only" };
  }
  const shift = (Date.parse(current.dateRange.from) - Date.parse(previous.dateRange.from)) / dayMs;
  const days = ({ days, visitorDays }: RangeCounts, today: string) =>
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

function sumOf(counted: readonly { clicks: number }[], visited: readonly { uniqueVisitors: number | null }[]) {
  return {
    clicks: counted.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueVisitors: visited.reduce((sum, { uniqueVisitors }) => sum + (uniqueVisitors ?? 0), 0),
  };
}
