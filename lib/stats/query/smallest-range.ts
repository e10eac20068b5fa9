import { dayMs } from "../../core/day";
import { localDate } from "../../core/local-time";

export const rangePresets = [1, 7, 30, 90, 365] as const;

/** The smallest preset that includes the last click; null if none does or there is no click. */
export function smallestRangeWithData(lastClickedAt: string | null, now: Date, timeZone = "UTC"): number | null {
  if (lastClickedAt === null) return null;
  const [today, last] = [now, new Date(lastClickedAt)].map((at) => Date.parse(localDate(at, timeZone))) as [number, number];
  const daysAgo = (today - last) / dayMs;
  return rangePresets.find((days) => daysAgo < days) ?? null;
}
