import { type DateRange, rangeOfDates } from "../../core/date-range";
import { dayMs, hourMs, isoDate } from "../../core/day";
import { addDays, localDate } from "../../core/local-time";
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

/**
 * The last day of a range that is not over and the same day of the earlier range: no change counts
 * them.
 */
export function openDays(
  current: DateRange,
  previous: DateRange,
  now: Date,
): { now: DateRange; before: DateRange } | null {
  if (current.until <= now) return null;
  const last = ({ to, timeZone }: DateRange) => rangeOfDates(to, to, timeZone);
  return { now: last(current), before: last(previous) };
}

interface Counted {
  label: string;
  detail: string | null;
  count: number;
}

/** Each label with its change. `open`: the labels of the days that no change counts. */
export function withChanges<C extends Counted>(
  labels: readonly C[],
  earlier: readonly Counted[],
  open: { now: readonly Counted[]; before: readonly Counted[] } | null,
): (C & { change: Change })[] {
  const keyOf = ({ label, detail }: Counted) => JSON.stringify([label, detail]);
  const countsOf = (counted: readonly Counted[] = []) => {
    const counts = new Map(counted.map((each) => [keyOf(each), each.count]));
    return (each: Counted) => counts.get(keyOf(each)) ?? 0;
  };
  const [before, today, last] = [countsOf(earlier), countsOf(open?.now), countsOf(open?.before)];
  return labels.map((each) => ({
    ...each,
    change: {
      now: Math.max(0, each.count - today(each)),
      before: Math.max(0, before(each) - last(each)),
    },
  }));
}

interface Stretch {
  dateRange: DateRange;
  days: readonly { clicks: number }[];
  /** By hour, of a single day. */
  series: readonly Point[];
  visitorDays: readonly { date: string; uniqueVisitors: number }[];
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
