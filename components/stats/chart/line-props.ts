import type { Interval } from "@/lib/stats/query/series";
import type { Timeline } from "@/lib/stats/report/timeline";

const openNames: Record<Interval, string> = {
  hour: "This hour",
  day: "Today",
  week: "This week",
  month: "This month",
};

/** What every chart of a timeline shows: its points, and those of the earlier range. */
export function lineProps({ interval, timeZone, points, before, isOpen }: Timeline) {
  return {
    interval,
    timeZone,
    points,
    before: before ?? undefined,
    beforeName: "Previous period",
    openName: isOpen ? openNames[interval] : undefined,
  };
}
