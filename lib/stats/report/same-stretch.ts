import { type DateRange, datesBefore, rangeOfDates } from "../../core/date-range";
import { hourMs, isoDate } from "../../core/day";
import { addDays, localDate, toLocal } from "../../core/local-time";
import type { Point } from "../query/series";

/** Clicks in the part of a date range that is over, and in the same part of the earlier one. */
export interface Change {
  now: number;
  before: number;
}

/**
 * Whether the link existed during all of the earlier range: with a part of it a change would say
 * nothing.
 */
export function isCovered(
  subject: { createdAt: string | Date },
  previous: DateRange,
  now: Date,
): boolean {
  const createdAt = new Date(subject.createdAt);
  return createdAt < now && localDate(createdAt, previous.timeZone) <= previous.from;
}

interface Compared {
  dateRange: DateRange;
  previous: { dateRange: DateRange } | null;
  isFiltered: boolean;
  clicksSince: string | null;
}

/**
 * Whether there are figures of all of the earlier range: `yet`, if the link was created within it or
 * later; `kept`, if filters need raw clicks that are deleted. Null if there are.
 */
export function missingBefore(
  subject: { createdAt: string | Date },
  { previous, isFiltered, clicksSince }: Compared,
  now: Date,
): "yet" | "kept" | null {
  if (!previous || !isCovered(subject, previous.dateRange, now)) return "yet";
  const isKept =
    !isFiltered || clicksSince === null || new Date(clicksSince) <= previous.dateRange.since;
  return isKept ? null : "kept";
}

/**
 * The last day of a range that is not over and the same day of the earlier range: no change counts
 * them. Null for the earlier day if that is also the one before, as of a leap day.
 */
export function openDays(
  current: DateRange,
  previous: DateRange,
  now: Date,
): { now: DateRange; before: DateRange | null } | null {
  if (current.until <= now) return null;
  const { to, timeZone } = current;
  const [open] = datesBefore(to, current, previous);
  const [closed] = datesBefore(addDays(to, -1), current, previous);
  const isShared = current.days > 1 && open === closed;
  return {
    now: rangeOfDates(to, to, timeZone),
    before: isShared ? null : rangeOfDates(previous.to, previous.to, timeZone),
  };
}

interface Counted {
  label: string;
  detail: string | null;
  count: number;
}

/** How counts of labels changed. `open`: the labels of the days that no change counts. */
export function changesFrom(
  earlier: readonly Counted[],
  open: { now: readonly Counted[]; before: readonly Counted[] } | null,
): (counted: Counted) => Change {
  const keyOf = ({ label, detail }: Counted) => JSON.stringify([label, detail]);
  const countsOf = (counted: readonly Counted[] = []) => {
    const counts = new Map(counted.map((each) => [keyOf(each), each.count]));
    return (each: Counted) => counts.get(keyOf(each)) ?? 0;
  };
  const [before, today, last] = [countsOf(earlier), countsOf(open?.now), countsOf(open?.before)];
  return (each) => ({
    now: Math.max(0, each.count - today(each)),
    before: Math.max(0, before(each) - last(each)),
  });
}

interface Stretch {
  dateRange: DateRange;
  days: readonly { clicks: number }[];
  /** By hour, of a single day. */
  series: readonly Point[];
  visitorDays: readonly { date: string; uniqueVisitors: number }[];
}

/**
 * The parts of both ranges that can be compared: everything if the range is over, otherwise its full
 * hours or days. Visitors by UTC days that are over.
 */
export function sameStretch(current: Stretch, previous: Stretch, now: Date) {
  const all = ({ days, visitorDays }: Stretch) => sumOf(days, visitorDays);
  if (current.dateRange.until <= now)
    return { now: all(current), before: all(previous), part: "all" as const };
  if (current.days.length === 1) {
    const open = current.series.find(({ start }) => Date.parse(start) + hourMs > now.getTime());
    // By the clock: one of the days may have an hour more, or less.
    const hours = ({ series, dateRange }: Stretch) => {
      const hourOf = ({ start }: Point) =>
        toLocal(new Date(start), dateRange.timeZone).toISOString().slice(11, 13);
      const over = series.filter((point) => open && hourOf(point) < hourOf(open));
      return sumOf(over, over);
    };
    return {
      now: hours(current),
      before: hours(previous),
      part: "hours" as const,
    };
  }
  const ranges = [current.dateRange, previous.dateRange] as const;
  const today = isoDate(now);
  const [[before], [closed]] = [today, addDays(today, -1)].map((date) =>
    datesBefore(date, ...ranges),
  ) as [[string], [string]];
  const days = ({ days, visitorDays }: Stretch, hasOpen: boolean, end: string) =>
    sumOf(
      hasOpen ? days.slice(0, -1) : days,
      visitorDays.filter(({ date }) => date < end),
    );
  return {
    now: days(current, true, today),
    before: days(
      previous,
      openDays(...ranges, now)?.before !== null,
      before === closed ? addDays(before, 1) : before,
    ),
    part: "days" as const,
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
