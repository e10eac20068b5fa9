import { type DateRange, hoursOf, lastDays, rangeOfDates } from "../../core/date-range";
import { hourMs } from "../../core/day";
import { withWaiting } from "../../visits/journal/journal-drained";
import type { Counts } from "../query/series";
import { readStatistics } from "./read-statistics";
import { inOneSnapshot } from "./report";

/** Clicks on all links. */
export interface Today {
  clicks: number;
  /** Yesterday's clicks up to the same time of day. The current hour is prorated. */
  yesterdaySoFar: number;
  /** By hour from the start of the day: 24 entries each, unless clocks change. */
  hours: number[];
  yesterdayHours: number[];
  /** As in `Report`. */
  waitingSince?: string;
}

/** Throws `statistics_timeout` if the time zone leaves too many clicks to count. */
export function getToday(now: Date, timeZone = "UTC"): Promise<Today> {
  const dateRange = lastDays(2, now, timeZone);
  return withWaiting(async () => {
    const { hours } = await inOneSnapshot({ dateRange }, (reader) =>
      readStatistics(reader, "all", { dateRange, hours: true, of: "clicks" }),
    );
    return todayOf(hours, dateRange, now);
  });
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function todayOf(counts: Counts, { from, to, timeZone }: DateRange, now: Date): Today {
  const [yesterday, today] = [rangeOfDates(from, from, timeZone), rangeOfDates(to, to, timeZone)];
  const clicksOf = (day: DateRange) =>
    hoursOf(day).map((hour) => counts.get(hour.getTime())?.clicks ?? 0);
  const [hours, yesterdayHours] = [clicksOf(today), clicksOf(yesterday)];
  const elapsed = (now.getTime() - today.since.getTime()) / hourMs;
  const soFar = yesterdayHours.reduce(
    (total, count, hour) => total + count * Math.min(Math.max(elapsed - hour, 0), 1),
    0,
  );
  return { clicks: sum(hours), yesterdaySoFar: Math.round(soFar), hours, yesterdayHours };
}
