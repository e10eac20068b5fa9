import { dayMs, isoDate, startOfDay, startOfMonth } from "./day";

/** Whole UTC days. `until` is the exclusive end of the last one. */
export interface DateRange {
  days: number;
  since: Date;
  until: Date;
}

export function lastDays(days: number, now: Date): DateRange {
  const today = startOfDay(now).getTime();
  return { days, since: new Date(today - (days - 1) * dayMs), until: new Date(today + dayMs) };
}

/** The range between two days, both included. */
export function rangeBetween(first: Date, last: Date): DateRange {
  const since = startOfDay(first);
  const until = new Date(startOfDay(last).getTime() + dayMs);
  return { days: Math.round((until.getTime() - since.getTime()) / dayMs), since, until };
}

/** `previous`: the range of the same length right before. `weekdays`: shifted by whole weeks, so that weekdays align. */
export type Comparison = "previous" | "weekdays";

export function rangeBefore({ days, since, until }: DateRange, comparison: Comparison): DateRange {
  const shift = (comparison === "weekdays" ? Math.ceil(days / 7) * 7 : days) * dayMs;
  return { days, since: new Date(since.getTime() - shift), until: new Date(until.getTime() - shift) };
}

export function datesOf({ days, since }: DateRange): string[] {
  return Array.from({ length: days }, (_, index) => isoDate(new Date(since.getTime() + index * dayMs)));
}

/** The whole months inside a date range, from `first` to `end` (exclusive). Empty when both are equal. */
export function wholeMonths({ since, until }: DateRange): { first: Date; end: Date } {
  const first = since.getUTCDate() === 1 ? since : startOfMonth(since, 1);
  const end = startOfMonth(until);
  return first < end ? { first, end } : { first: until, end: until };
}
