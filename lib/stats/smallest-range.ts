import { dayMs, startOfDay } from "../core/day";

/** The lookback date ranges that the dashboard offers, in days. */
export const rangePresets = [1, 7, 30, 90, 365] as const;

/** The smallest preset whose date range, ending today, holds the last click; null when none does or there is none. */
export function smallestRangeWithData(lastClickedAt: string | null, now: Date): number | null {
  if (lastClickedAt === null) return null;
  const daysAgo = (startOfDay(now).getTime() - startOfDay(new Date(lastClickedAt)).getTime()) / dayMs;
  return rangePresets.find((days) => daysAgo < days) ?? null;
}
