import { dayMs, hourMs, isoDate, startOfMonth } from "./day";
import { addDays, localDate, startOfDate, startsOfDates } from "./local-time";

/** Two dates, both included, such as 2026-11-19. */
export interface Dates {
  from: string;
  to: string;
}

/** From an instant until another, exclusive. */
export interface Span {
  since: Date;
  until: Date;
}

/** Whole days in a time zone, from the start of the first one until the end of the last. */
export interface DateRange extends Span, Dates {
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
/** One that the API knows, or the dates of the earlier range. */
export type Comparison = (typeof comparisons)[number] | Dates;

export function rangeBefore(
  { from, to, days, timeZone }: DateRange,
  comparison: Comparison,
): DateRange {
  if (typeof comparison === "object") return rangeOfDates(comparison.from, comparison.to, timeZone);
  if (comparison === "year")
    return rangeOfDates(monthsBefore(from, 12), monthsBefore(to, 12), timeZone);
  const shift = comparison === "weekdays" ? Math.ceil(days / 7) * 7 : days;
  return rangeOfDates(addDays(from, -shift), addDays(to, -shift), timeZone);
}

/** The same day of an earlier month, or its last one: of 29, 30 and 31 March the 28th of February. */
export function monthsBefore(date: string, months: number): string {
  const month = startOfMonth(new Date(date), -months);
  const last = addDays(isoDate(startOfMonth(month, 1)), -1);
  return `${last.slice(0, 8)}${[date.slice(8), last.slice(8)].sort()[0]}`;
}

/** Months from an earlier date until a later one, whatever their days. */
export function monthsBetween(earlier: string, later: string): number {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return monthOf(later) - monthOf(earlier);
}

/**
 * The date of an earlier range with which a date of the current one is compared. If the ranges have
 * the same days of other months, the last day of a shorter month has those after it, too, which
 * longer intervals count.
 */
export function datesBefore(date: string, current: Dates, earlier: Dates): [string, ...string[]] {
  const months = monthsBetween(earlier.from, current.from);
  const isSameDays =
    months > 0 &&
    monthsBefore(current.from, months) === earlier.from &&
    (monthsBefore(current.to, months) === earlier.to ||
      (isMonthEnd(current.to) && isMonthEnd(earlier.to)));
  if (!isSameDays) {
    const shift = (Date.parse(earlier.from) - Date.parse(current.from)) / dayMs;
    return [addDays(date, shift)];
  }
  const before = monthsBefore(date, months);
  const dates: [string, ...string[]] = [before];
  if (isMonthEnd(date))
    for (let next = addDays(before, 1); !next.endsWith("-01"); next = addDays(next, 1))
      dates.push(next);
  return dates;
}

function isMonthEnd(date: string): boolean {
  return addDays(date, 1).endsWith("-01");
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
