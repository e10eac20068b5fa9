import type { Dates } from "@/lib/core/date-range";
import { formatDay } from "@/lib/core/format";
import type { RangeChoice } from "@/lib/core/range-choice";
import type { Texts } from "@/lib/texts/translator";

type RangeTexts = Texts<"stats.ranges">;

/** The ranges to choose from. `key`: its shortcut on pages with a report. */
export const ranges = [
  { choice: 1, name: "today", key: "D" },
  { choice: "yesterday", name: "yesterday" },
  { choice: 7, amount: [7, "day"], key: "W" },
  { choice: 30, amount: [30, "day"], key: "M" },
  { choice: 90, amount: [90, "day"], key: "Q" },
  { choice: 365, amount: [12, "month"], key: "Y" },
  { choice: "this-month", name: "thisMonth" },
  { choice: "last-month", name: "lastMonth" },
  { choice: "year-to-date", name: "yearToDate" },
  { choice: "all", name: "all" },
] as const satisfies readonly {
  choice: Exclude<RangeChoice, object>;
  name?: string;
  amount?: readonly [number, "day" | "month"];
  key?: string;
}[];

/** Null for two dates. */
export function rangeName(choice: RangeChoice, t: RangeTexts): string | null {
  const range = ranges.find((range) => range.choice === choice);
  return range ? nameOf(range, t) : null;
}

export function nameOf(range: (typeof ranges)[number], t: RangeTexts): string {
  return "name" in range ? t(range.name) : t.amount(range.amount[0], range.amount[1]);
}

/** `19 Nov`, or `1 Nov to 19 Nov`, with the years that are not that of `now`. */
export function datesName(
  { from, to }: Dates,
  now: Date,
  { t, locale }: { t: RangeTexts; locale: string },
): string {
  const [first, last] = [from, to].map((date) =>
    formatDay(new Date(date), { year: now, locale }),
  ) as [string, string];
  return first === last ? first : t("stretch", { from: first, to: last });
}
