import { dayMs, isoDate, startOfDay } from "./day";

/** Whole UTC days. `until` is the end of the last one, exclusive. */
export interface DateRange {
  days: number;
  since: Date;
  until: Date;
}

/** The date range of so many days that ends with today. */
export function lastDays(days: number, now: Date): DateRange {
  const today = startOfDay(now).getTime();
  return { days, since: new Date(today - (days - 1) * dayMs), until: new Date(today + dayMs) };
}

/** The date range from one day to another, both included. */
export function rangeBetween(first: Date, last: Date): DateRange {
  const since = startOfDay(first);
  const until = new Date(startOfDay(last).getTime() + dayMs);
  return { days: Math.round((until.getTime() - since.getTime()) / dayMs), since, until };
}

/** `previous`: the equally long date range right before. `weekdays`: shifted by whole weeks, so that weekdays meet weekdays. */
export type Comparison = "previous" | "weekdays";

export function rangeBefore({ days, since, until }: DateRange, comparison: Comparison): DateRange {
  const shift = (comparison === "weekdays" ? Math.ceil(days / 7) * 7 : days) * dayMs;
  return { days, since: new Date(since.getTime() - shift), until: new Date(until.getTime() - shift) };
}

/** The UTC dates of a date range, oldest first. */
export function datesOf({ days, since }: DateRange): string[] {
  return Array.from({ length: days }, (_, index) => isoDate(new Date(since.getTime() + index * dayMs)));
}

/** One entry a day of the date range, oldest first, zeros included. `counts` is keyed by YYYY-MM-DD. */
export function fillDays(dateRange: DateRange, counts: ReadonlyMap<string, number>): { date: string; count: number }[] {
  return datesOf(dateRange).map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

/** The whole months inside a date range, from `first` to `end` (exclusive); empty when both are the same day. */
export function wholeMonths({ since, until }: DateRange): { first: Date; end: Date } {
  const monthOf = (at: Date, later: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
  const first = since.getUTCDate() === 1 ? since : monthOf(since, 1);
  const end = monthOf(until, 0);
  return first < end ? { first, end } : { first: until, end: until };
}
