import type { Timeline } from "@/lib/stats/report/timeline";
import type { Texts } from "@/lib/texts/translator";

/** What every chart of a timeline shows: its points, and those of the earlier range. */
export function lineProps(
  { interval, timeZone, points, before, isOpen }: Timeline,
  t: Texts<"stats.chart">,
) {
  return {
    interval,
    timeZone,
    points,
    before: before ?? undefined,
    beforeName: t("previous"),
    openName: isOpen ? t(`open.${interval}`) : undefined,
  };
}
