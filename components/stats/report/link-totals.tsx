import { dayMs } from "@/lib/core/day";
import { formatDay, formatNumber, formatShare } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { LinkHistory } from "@/lib/stats/report/link-history";
import type { LinkReport } from "@/lib/stats/report/link-report";
import { listMarks } from "../chart/marks";
import type { ReportProps } from "../chart/report-chart";
import { linkPage } from "../page-address";
import { rangeTotals, type Total, TotalsCard } from "./report-cards";

interface LinkTotalsProps {
  report: LinkReport;
  full?: ReportProps["full"];
  /** Null if it could not be read: the statistics do without it. */
  history: LinkHistory | null;
  query: PageQuery;
  now: Date;
  locale: string;
}

const visitors =
  "Distinct visitors per day, added up. One person on three days counts three, because visitors cannot be recognised the next day.";

/** The five totals of a link, and its chart with what happened to it. */
export function LinkTotals({ report, full, history, query, now, locale }: LinkTotalsProps) {
  const { link } = report;
  const props = {
    page: linkPage(link.slug),
    subject: link,
    report,
    full,
    botHits: history?.botHits ?? null,
    query,
    now,
    locale,
  };
  return (
    <TotalsCard
      {...props}
      marks={listMarks(report, history, now, locale)}
      totals={[...rangeTotals(props, visitors), ...linkTotals(report, now, locale)]}
    />
  );
}

/** Totals that ignore filters and date range say so. */
function linkTotals(
  { link, dateRange: { timeZone }, isFiltered, firstDayClicks, importedClicks }: LinkReport,
  now: Date,
  locale: string,
): Total[] {
  const apart = isFiltered ? "all clicks" : null;
  return [
    {
      term: "All-time clicks",
      meaning: `Every click since the link was created.${importedClicks > 0 ? " Clicks from before its import are shown apart and are part of no other number." : ""}`,
      value: link.clickCount,
      note: (
        <span>
          {importedClicks > 0
            ? `+ ${formatNumber(importedClicks, locale)} before Slugline`
            : (apart ??
              `since ${formatDay(new Date(link.createdAt), { year: "always", timeZone })}`)}
        </span>
      ),
    },
    {
      term: "First 24 hours",
      meaning: "Clicks in the first 24 hours after the link was created.",
      value: firstDayClicks,
      note: <span>{apart ?? firstDayNote(link, firstDayClicks, now, locale)}</span>,
    },
  ];
}

function firstDayNote(
  { createdAt, clickCount }: Link,
  clicks: number,
  now: Date,
  locale: string,
): string {
  if (now.getTime() - Date.parse(createdAt) < dayMs) return "still counting";
  return clickCount === 0
    ? "no clicks yet"
    : `${formatShare(clicks, clickCount, locale)} of all clicks`;
}
