import { type DateRange, isYearBefore } from "@/lib/core/date-range";
import { dayMs } from "@/lib/core/day";
import { formatDay } from "@/lib/core/format";
import type { Dates, RangeChoice } from "@/lib/core/range-choice";

/** The ranges to choose from. `key`: its shortcut on pages with a report. */
export const ranges: readonly {
  choice: Exclude<RangeChoice, object>;
  name: string;
  key?: string;
}[] = [
  { choice: 1, name: "Today", key: "D" },
  { choice: "yesterday", name: "Yesterday" },
  { choice: 7, name: "7 days", key: "W" },
  { choice: 30, name: "30 days", key: "M" },
  { choice: 90, name: "90 days", key: "Q" },
  { choice: 365, name: "12 months", key: "Y" },
  { choice: "this-month", name: "This month" },
  { choice: "last-month", name: "Last month" },
  { choice: "year-to-date", name: "Year to date" },
  { choice: "all", name: "All time" },
];

/** Null for two dates. */
export function rangeName(choice: RangeChoice): string | null {
  return ranges.find((range) => range.choice === choice)?.name ?? null;
}

/** `19 Nov`, or `1 Nov to 19 Nov`, with the years that are not this one. */
export function datesName({ from, to }: Dates, today: string): string {
  const [first, last] = [from, to].map((date) =>
    formatDay(new Date(date), { year: new Date(today) }),
  );
  return first === last ? `${first}` : `${first} to ${last}`;
}

/** The offset of the earlier range: whole weeks, so that weekdays line up, or a year. */
export function comparedName(current: DateRange, earlier: DateRange): string {
  if (isYearBefore(current, earlier)) return "1 year earlier";
  const weeks = Math.round((Date.parse(current.from) - Date.parse(earlier.from)) / (7 * dayMs));
  return weeks === 1 ? "1 week earlier" : `${weeks} weeks earlier`;
}
