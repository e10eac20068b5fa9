import type { Dates } from "@/lib/core/date-range";
import type { Timeline } from "@/lib/stats/report/timeline";
import type { Texts } from "@/lib/texts/translator";
import { datesName } from "../range-names";

/** What every chart of a timeline shows: its points, those of the earlier range, and the dates. */
export function lineProps(
  { interval, timeZone, points, before, isOpen, dates, earlier }: Timeline,
  now: Date,
  { t, ranges, locale }: { t: Texts<"stats.chart">; ranges: Texts<"stats.ranges">; locale: string },
) {
  const nameOf = (range: Dates) => datesName(range, now, { t: ranges, locale });
  return {
    interval,
    timeZone,
    points,
    before: before ?? undefined,
    name: nameOf(dates),
    beforeName: earlier ? nameOf(earlier) : undefined,
    openName: isOpen ? t(`open.${interval}`) : undefined,
  };
}
