import { Bot } from "lucide-react";
import type { ReactNode } from "react";
import { dayMs, startOfDay } from "@/lib/core/day";
import { formatDay, formatNumber, formatShare } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { LinkReport, RangeCounts } from "@/lib/stats/link-report";
import type { ChartName } from "@/lib/stats/page-query";
import { Card } from "../ui/card";
import { Definition } from "../ui/definition";
import { Delta } from "./delta";
import { linkPageHref } from "./page-address";
import { comparedName } from "./range-names";
import { ReportChart, type ReportProps } from "./report-chart";
import { Stat, StatStrip } from "./stat-strip";

/** The five totals of a link and its chart. Three of them are tabs that choose what the chart shows. */
export function TotalsCard(props: ReportProps) {
  const { report, query, locale } = props;
  return (
    <Card aria-label="Statistics">
      <StatStrip label="Totals" bare>
        {stats(props).map(({ term, meaning, value, note, chart }) => (
          <Stat
            key={term}
            label={<Definition meaning={meaning}>{term}</Definition>}
            value={value === null ? "–" : formatNumber(value, locale)}
            note={note}
            isCharted={chart === query.chart}
            {...(chart ? { href: linkPageHref(report.link.slug, query, { chart }), hrefLabel: `Chart ${term.toLowerCase()}` } : {})}
          />
        ))}
      </StatStrip>
      {report.isFiltered && <KeptSince report={report} />}
      <ReportChart {...props} />
    </Card>
  );
}

interface FigureStat {
  term: string;
  meaning: string;
  /** Null if unknown. */
  value: number | null;
  note: ReactNode;
  chart?: ChartName;
}

/** The totals with their definitions. Totals that ignore filters and date range say so. */
function stats({ report, history, query, now, locale }: ReportProps): FigureStat[] {
  const { link, isFiltered, firstDayClicks, importedClicks, dateRange } = report;
  const apart = isFiltered ? "all clicks" : null;
  const previous = coversLink(report, now) ? report.previous : null;
  const compared = previous && sameStretch(report, previous, now);
  const change = (pick: "clicks" | "uniqueVisitors") => {
    if (!compared) return null;
    if (compared.before[pick] === 0) return <span>no previous data</span>;
    return (
      <>
        <Delta now={compared.now[pick]} before={compared.before[pick]} locale={locale} />
        <span>{compared.said}</span>
      </>
    );
  };
  return [
    {
      term: "Clicks",
      meaning: `Visits that were redirected in this period. Bots, prefetches and HEAD requests are excluded.${compared ? ` Compared with the period ${comparedName(dateRange.days)}${compared.explained}.` : ""}`,
      value: report.clicks,
      note: change("clicks"),
      chart: "clicks",
    },
    {
      term: "Unique visitors",
      meaning: "Distinct visitors per day, added up. One person on three days counts three, because visitors cannot be recognised the next day.",
      value: report.uniqueVisitors,
      note: query.between === null && query.days === 1 ? <span>today</span> : change("uniqueVisitors"),
      chart: "visitors",
    },
    {
      term: "Bot hits",
      meaning: "Previews that chat and social apps fetched in this period. They are never counted as clicks, and filters do not apply to them.",
      value: history && [...history.botHits.values()].reduce((sum, count) => sum + count, 0),
      note: (
        <span className="flex items-center gap-1.5">
          <Bot aria-hidden className="size-3.5 text-bots" />
          {formatNumber(link.botHitCount, locale)} all time
        </span>
      ),
      chart: "bots",
    },
    {
      term: "All-time clicks",
      meaning: `Every click since the link was created.${importedClicks > 0 ? " Clicks from before its import are shown apart and are part of no other number." : ""}`,
      value: link.clickCount,
      note: (
        <span>
          {importedClicks > 0
            ? `+ ${formatNumber(importedClicks, locale)} before Slugline`
            : (apart ?? `since ${formatDay(new Date(link.createdAt), { year: "always" })}`)}
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

function firstDayNote({ createdAt, clickCount }: Link, clicks: number, now: Date, locale: string): string {
  if (now.getTime() - Date.parse(createdAt) < dayMs) return "still counting";
  return clickCount === 0 ? "no clicks yet" : `${formatShare(clicks, clickCount, locale)} of all clicks`;
}

/** Whether the link existed during all of the previous period: with a part of it the change would say nothing. */
function coversLink({ link, previous }: LinkReport, now: Date): boolean {
  const createdAt = new Date(link.createdAt);
  return previous !== null && createdAt < now && startOfDay(createdAt) <= previous.dateRange.since;
}

/** The comparable part of both periods: as long as the last day or hour is not over, all before it. */
function sameStretch({ days, series, dateRange }: RangeCounts, previous: RangeCounts, now: Date) {
  if (dateRange.until <= now) return { now: sumOf(days), before: sumOf(previous.days), said: "", explained: "" };
  if (days.length === 1) {
    const over = now.getUTCHours();
    const [part, before] = [series.slice(0, over), previous.series.slice(0, over)];
    return { now: sumOf(part), before: sumOf(before), said: "full hours only", explained: ", completed hours only" };
  }
  return {
    now: sumOf(days.slice(0, -1)),
    before: sumOf(previous.days.slice(0, -1)),
    said: "excl. today",
    explained: ", without today, which is not over yet",
  };
}

function sumOf(parts: readonly { clicks: number; uniqueVisitors: number }[]) {
  return {
    clicks: parts.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueVisitors: parts.reduce((sum, { uniqueVisitors }) => sum + uniqueVisitors, 0),
  };
}

/** Filtered statistics are computed from raw clicks, which may not be kept for the whole range. */
function KeptSince({ report: { clicksSince, dateRange } }: { report: LinkReport }) {
  if (clicksSince === null || Date.parse(clicksSince) <= dateRange.since.getTime()) return null;
  return (
    <p className="border-hairline border-b px-(--space-pad) py-2.5 text-secondary text-small">
      Raw clicks are kept since {formatDay(new Date(clicksSince), { year: "always" })}. Filtered statistics do not include earlier clicks.
    </p>
  );
}
