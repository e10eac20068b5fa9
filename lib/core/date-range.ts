import { dayMs, isoDate, startOfDay } from "./day";

/** Whole UTC days. `until` is the end of the last one, exclusive. */
export interface Window {
  days: number;
  since: Date;
  until: Date;
}

/** The window of so many days that ends with today. */
export function windowOf(days: number, now: Date): Window {
  const today = startOfDay(now).getTime();
  return { days, since: new Date(today - (days - 1) * dayMs), until: new Date(today + dayMs) };
}

/** The window from one day to another, both included. */
export function windowBetween(first: Date, last: Date): Window {
  const since = startOfDay(first);
  const until = new Date(startOfDay(last).getTime() + dayMs);
  return { days: Math.round((until.getTime() - since.getTime()) / dayMs), since, until };
}

/** `previous`: the equally long window right before. `weekdays`: shifted by whole weeks, so that weekdays meet weekdays. */
export type Comparison = "previous" | "weekdays";

export function windowBefore({ days, since, until }: Window, comparison: Comparison): Window {
  const shift = (comparison === "weekdays" ? Math.ceil(days / 7) * 7 : days) * dayMs;
  return { days, since: new Date(since.getTime() - shift), until: new Date(until.getTime() - shift) };
}

/** The UTC dates of a window, oldest first. */
export function datesOf({ days, since }: Window): string[] {
  return Array.from({ length: days }, (_, index) => isoDate(new Date(since.getTime() + index * dayMs)));
}

/** One entry a day of the window, oldest first, zeros included. `counts` is keyed by YYYY-MM-DD. */
export function fillDays(window: Window, counts: ReadonlyMap<string, number>): { date: string; count: number }[] {
  return datesOf(window).map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

/** The whole months inside a window, from `first` to `end` (exclusive); empty when both are the same day. */
export function wholeMonths({ since, until }: Window): { first: Date; end: Date } {
  const monthOf = (at: Date, later: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
  const first = since.getUTCDate() === 1 ? since : monthOf(since, 1);
  const end = monthOf(until, 0);
  return first < end ? { first, end } : { first: until, end: until };
}
