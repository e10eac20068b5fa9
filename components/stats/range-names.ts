import type { rangePresets } from "@/lib/stats/smallest-range";

/**
 * The available date ranges, in whole UTC days; 1 day means today. `key` is the shortcut on a link's page.
 */
export const ranges: readonly { days: (typeof rangePresets)[number]; name: string; longName: string; key: string }[] = [
  { days: 1, name: "Today", longName: "today", key: "D" },
  { days: 7, name: "7 d", longName: "7 days", key: "W" },
  { days: 30, name: "30 d", longName: "30 days", key: "M" },
  { days: 90, name: "90 d", longName: "90 days", key: "Q" },
  { days: 365, name: "12 mo", longName: "12 months", key: "Y" },
];

export function rangeName(days: number): string {
  return ranges.find((range) => range.days === days)?.longName ?? `${days} days`;
}

/** The offset of the comparison: whole weeks, so that weekdays line up. */
export function comparedName(days: number): string {
  const weeks = Math.ceil(days / 7);
  return weeks === 1 ? "1 week earlier" : `${weeks} weeks earlier`;
}
