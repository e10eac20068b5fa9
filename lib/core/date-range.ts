import { dayMs, hourMs, isoDate, startOfMonth } from "./day";
import { addDays, localDate, startOfDate, startsOfDates } from "./local-time";

/** From an instant until another, exclusive. */
export interface Span {
  since: Date;
  until: Date;
}

/** Whole days in a time zone, from the start of the first one until the end of the last. */
export interface DateRange extends Span {
  /** The first and the last date, such as 2026-11-19. */
  from: string;
  to: string;
  days: number;
  timeZone: string;
}

/** The range between two dates, both included. */
export function rangeOfDates(from: string, to: string, timeZone = "UTC"): DateRange {
  return {
    from,
    to,
    days: (Date.parse(to) - Date.parse(from)) / dayMs + 1,
    since: startOfDate(from, timeZone),
    until: startOfDate(addDays(to, 1), timeZone),
    timeZone,
  };
}

export function lastDays(days: number, now: Date, timeZone = "UTC"): DateRange {
  const today = localDate(now, timeZone);
  return rangeOfDates(addDays(today, 1 - days), today, timeZone);
}

/** The range between the days of two instants, both included. */
export function rangeBetween(first: Date, last: Date, timeZone = "UTC"): DateRange {
  return rangeOfDates(localDate(first, timeZone), localDate(last, timeZone), timeZone);
}

/**
 * `previous`: the range of the same length right before. `weekdays`: shifted by whole weeks, so
 * that weekdays align. `year`: the same dates a year earlier.
 */
export const comparisons = ["previous", "weekdays", "year"] as const;
export type Comparison = (typeof comparisons)[number];

export function rangeBefore(
  { from, to, days, timeZone }: DateRange,
  comparison: Comparison,
): DateRange {
  if (comparison === "year") return rangeOfDates(yearBefore(from), yearBefore(to), timeZone);
  const shift = comparison === "weekdays" ? Math.ceil(days / 7) * 7 : days;
  return rangeOfDates(addDays(from, -shift), addDays(to, -shift), timeZone);
}

/** Of 29 February the 28th. */
function yearBefore(date: string): string {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${date.endsWith("-02-29") ? "-02-28" : date.slice(4)}`;
}

/** Whether the earlier range has the same dates a year before. */
export function isYearBefore(
  current: Pick<DateRange, "from" | "to">,
  earlier: Pick<DateRange, "from" | "to">,
): boolean {
  return yearBefore(current.from) === earlier.from && yearBefore(current.to) === earlier.to;
}

/**
 * The date of an earlier range with which a date of the current one is compared. 28 February of a
 * common year has the 29th, too, which longer intervals count.
 */
export function datesBefore(
  date: string,
  current: Pick<DateRange, "from" | "to">,
  earlier: Pick<DateRange, "from" | "to">,
): [string, ...string[]] {
  if (!isYearBefore(current, earlier)) {
    const shift = (Date.parse(earlier.from) - Date.parse(current.from)) / dayMs;
    return [addDays(date, shift)];
  }
  const before = yearBefore(date);
  const leapDay = addDays(before, 1);
  return date.endsWith("-02-28") && leapDay.endsWith("-02-29") ? [before, leapDay] : [before];
}

export function datesOf({ from, days }: DateRange): string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/**
 * The starts of all hours, counted from the start of each day. The last one of a day may be shorter
 * when clocks change.
 */
export function hoursOf({ from, days, timeZone }: DateRange): Date[] {
  const starts = startsOfDates(from, days, timeZone).map((start) => start.getTime());
  return starts.slice(0, -1).flatMap((start, index) => {
    const hours = Math.ceil(((starts[index + 1] ?? start) - start) / hourMs);
    return Array.from({ length: hours }, (_, hour) => new Date(start + hour * hourMs));
  });
}

/** The UTC days that a date range has a part of. */
export function utcDays({ since, until }: Span): DateRange {
  return rangeBetween(since, new Date(Math.max(since.getTime(), until.getTime() - 1)));
}

/**
 * The UTC days with the dates of a range, for what is stored by UTC day only: so no day is part of
 * two adjacent ranges. A range that is not over has the current UTC day, too.
 */
export function storedDays({ from, to, until }: DateRange, now: Date): DateRange {
  const today = isoDate(now);
  return rangeOfDates(from, until > now && today > to ? today : to);
}

/**
 * The whole months inside a date range in UTC, from `first` to `end` (exclusive). Empty when both
 * are equal.
 */
export function wholeMonths({ since, until }: Span): { first: Date; end: Date } {
  const first = since.getUTCDate() === 1 ? since : startOfMonth(since, 1);
  const end = startOfMonth(until);
  return first < end ? { first, end } : { first: until, end: until };
}
