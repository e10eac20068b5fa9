import { z } from "zod";
import { dayMs, isoDate, startOfDay } from "../day";
import { wholeNumber } from "../links/schema";

/** Whole UTC days ending with today. `until` is the end of today, exclusive. */
export interface Window {
  days: number;
  since: Date;
  until: Date;
}

export function windowOf(days: number, now: Date): Window {
  const today = startOfDay(now).getTime();
  return { days, since: new Date(today - (days - 1) * dayMs), until: new Date(today + dayMs) };
}

/** One entry a day of the window, oldest first, zeros included. `counts` is keyed by YYYY-MM-DD. */
export function fillDays(window: Window, counts: ReadonlyMap<string, number>): { date: string; count: number }[] {
  return Array.from({ length: window.days }, (_, index) => {
    const date = isoDate(new Date(window.since.getTime() + index * dayMs));
    return { date, count: counts.get(date) ?? 0 };
  });
}

/** Query of GET /api/links/<slug>/stats. Windows above 365 days are cut to 365. */
export const statsQuerySchema = z.object({
  days: wholeNumber(1)
    .default(30)
    .transform((days) => Math.min(days, 365)),
});
