import { defaultInterval } from "@/lib/stats/query/series";
import type { Overview } from "@/lib/stats/report/overview";
import { timelineOf } from "@/lib/stats/report/timeline";
import { Card } from "../../ui/card";
import { DayChart } from "./day-chart";
import { lineProps } from "./report-chart";

/** The clicks on all links, compared with the weeks before or with nothing. */
export function OverviewChart({
  overview,
  isCompared,
  now,
}: {
  overview: Overview;
  isCompared: boolean;
  now: Date;
}) {
  const { dateRange, days, hours, previous } = overview;
  const line = timelineOf({
    report: {
      dateRange,
      days,
      series: hours,
      previous: isCompared ? { ...previous, series: previous.hours } : null,
    },
    // Days before the first link count as well.
    subject: { createdAt: previous.dateRange.since.toISOString(), expiresAt: null },
    chart: "clicks",
    interval: defaultInterval(dateRange.days),
    botHits: new Map(),
    now,
  });
  return (
    <Card>
      <DayChart title={`Clicks by ${line.interval}`} {...lineProps(line)} />
    </Card>
  );
}
