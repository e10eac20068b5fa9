import type { rangePresets } from "@/lib/stats/smallest-range";

/**
 * The ranges that pages offer. One of a single day is today: date ranges are whole UTC days. `rest` completes the
 * short name for those who hear it; `key` chooses it on a link's page.
 */
export const ranges: readonly { days: (typeof rangePresets)[number]; name: string; rest: string; longName: string; key: string }[] = [
  { days: 1, name: "Today", rest: "", longName: "today", key: "D" },
  { days: 7, name: "7 d", rest: "ays", longName: "7 days", key: "W" },
  { days: 30, name: "30 d", rest: "ays", longName: "30 days", key: "M" },
  { days: 90, name: "90 d", rest: "ays", longName: "90 days", key: "Q" },
  { days: 365, name: "12 mo", rest: "nths", longName: "365 days", key: "Y" },
];

export function rangeName(days: number): string {
  return ranges.find((range) => range.days === days)?.longName ?? `${days} days`;
}

/** How far back the compared date range lies: whole weeks, so that weekdays meet weekdays. */
export function comparedName(days: number): string {
  const weeks = Math.ceil(days / 7);
  return weeks === 1 ? "1 week before" : `${weeks} weeks before`;
}
