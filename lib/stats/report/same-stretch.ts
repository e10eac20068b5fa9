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

/** What was read of an earlier range, and of the days that no change counts. */
interface Earlier<T> {
  all: T;
  open: { now: T; before: T | null } | null;
}

/** Reads all that a change since the earlier range needs. Without `now` all days count. */
export async function readEarlier<T>(
  dateRange: DateRange,
  before: DateRange,
  now: Date | undefined,
  read: (dateRange: DateRange) => Promise<T>,
): Promise<Earlier<T>> {
  const all = await read(before);
  const days = now ? openDays(dateRange, before, now) : null;
  if (!days) return { all, open: null };
  return {
    all,
    open: { now: await read(days.now), before: days.before && (await read(days.before)) },
  };
}

/** How counts changed. `countsOf`: what was read, by key. */
export function changesFrom<T, Key>(
  { all, open }: Earlier<T>,
  countsOf: (read: T) => ReadonlyMap<Key, number>,
): (key: Key, count: number) => Change {
  const before = countsOf(all);
  const openNow = open && countsOf(open.now);
  const openBefore = open?.before && countsOf(open.before);
  return (key, count) => ({
    now: Math.max(0, count - (openNow?.get(key) ?? 0)),
    before: Math.max(0, (before.get(key) ?? 0) - (openBefore?.get(key) ?? 0)),
  });
}

interface Counted {
  label: string;
  detail: string | null;
  count: number;
  sent?: readonly string[];
}

/** Labels, each with its change. `labelsOf`: the same labels in what was read. */
export function withChanges<T, Label extends Counted>(
  labels: readonly Label[],
  earlier: Earlier<T>,
  labelsOf: (read: T) => readonly Counted[],
): (Label & { change: Change })[] {
  const keyOf = ({ label, detail, sent }: Counted) => JSON.stringify([label, detail, sent]);
  const changeOf = changesFrom(
    earlier,
    (read) => new Map(labelsOf(read).map((each) => [keyOf(each), each.count])),
  );
  return labels.map((each) => ({ ...each, change: changeOf(keyOf(each), each.count) }));
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
