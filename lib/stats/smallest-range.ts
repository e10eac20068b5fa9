import { dayMs, startOfDay } from "../core/day";

export const rangePresets = [1, 7, 30, 90, 365] as const;

/** The smallest preset that includes the last click; null if none does or there is no click. */
export function smallestRangeWithData(lastClickedAt: string | null, now: Date): number | null {
  if (lastClickedAt === null) return null;
  const daysAgo = (startOfDay(now).getTime() - startOfDay(new Date(lastClickedAt)).getTime()) / dayMs;
  return rangePresets.find((days) => daysAgo < days) ?? null;
}
