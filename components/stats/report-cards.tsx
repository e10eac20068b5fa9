import { Bot } from "lucide-react";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { dayMs } from "@/lib/core/day";
import { formatDay, formatNumber, formatShare } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { LinkReport, RangeCounts } from "@/lib/stats/link-report";
import type { PageQuery } from "@/lib/stats/page-query";
import { smallestRangeWithData } from "@/lib/stats/smallest-range";
import { buttonStyle } from "../ui/button";
import { Card, CardHead, CardTitle } from "../ui/card";
import { Definition } from "../ui/definition";
import { DayChart } from "./day-chart";
import { Delta } from "./delta";
import { linkPageHref } from "./page-address";
import { comparedName, rangeName } from "./range-names";
import { Stat, StatStrip } from "./stat-strip";

/** The five totals of a link and its chart. */
export function TotalsCard({ report, query, now, locale }: { report: LinkReport; query: PageQuery; now: Date; locale: string }) {
  return (
    <Card aria-label="Statistics">
      <StatStrip label="Totals" bare>
        {stats(report, query, now, locale).map(({ term, meaning, value, note, isCharted }) => (
          <Stat
            key={term}
            label={<Definition meaning={meaning}>{term}</Definition>}
            value={formatNumber(value, locale)}
            note={note}
            isCharted={isCharted ?? false}
          />
        ))}
      </StatStrip>
      {report.isFiltered && <KeptSince report={report} />}
      {report.clicks === 0 ? <EmptyRange {...{ report, query, now }} /> : <ReportChart {...{ report, query, now }} />}
    </Card>
  );
}

interface FigureStat {
  term: string;
  meaning: string;
  value: number;
  note: ReactNode;
  isCharted?: boolean;
}

/** The totals with their definitions. Totals that ignore filters and date range say so. */
function stats(report: LinkReport, query: PageQuery, now: Date, locale: string): FigureStat[] {
  const { link, isFiltered, previous, firstDayClicks } = report;
  const apart = isFiltered ? "all clicks" : null;
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
      meaning: `Visits that were redirected in this period. Bots, prefetches and HEAD requests are excluded.${previous ? ` Compared with the period ${comparedName(query.days)}, ${compared?.explained}.` : ""}`,
      value: report.clicks,
      note: change("clicks"),
      isCharted: true,
    },
    {
      term: "Unique visitors",
      meaning: "Distinct visitors per day, added up. One person on three days counts three, because visitors cannot be recognised the next day.",
      value: report.uniqueVisitors,
      note: query.days === 1 ? <span>today</span> : change("uniqueVisitors"),
    },
    {
      term: "All-time clicks",
      meaning: "Every click since the link was created.",
      value: link.clickCount,
      note: <span>{apart ?? `since ${formatDay(new Date(link.createdAt), { year: "always" })}`}</span>,
    },
    {
      term: "First 24 hours",
      meaning: "Clicks in the first 24 hours after the link was created.",
      value: firstDayClicks,
      note: <span>{apart ?? firstDayNote(link, firstDayClicks, now, locale)}</span>,
    },
    {
      term: "Bot hits",
      meaning: "Previews that chat and social apps fetched, all time. They are never counted as clicks.",
      value: link.botHitCount,
      note: (
        <span className="flex items-center gap-1.5">
          <Bot aria-hidden className="size-3.5 text-bots" />
          {isFiltered ? "all bot hits" : "not counted as clicks"}
        </span>
      ),
    },
  ];
}

function firstDayNote({ createdAt, clickCount }: Link, clicks: number, now: Date, locale: string): string {
  if (now.getTime() - Date.parse(createdAt) < dayMs) return "still counting";
  return clickCount === 0 ? "no clicks yet" : `${formatShare(clicks, clickCount, locale)} of all clicks`;
}

/**
 * The comparable part of both periods: completed days or, for a single day, completed hours.
 */
function sameStretch({ days, series }: RangeCounts, previous: RangeCounts, now: Date) {
  if (days.length === 1) {
    const over = now.getUTCHours();
    const [part, before] = [series.slice(0, over), previous.series.slice(0, over)];
    return { now: sumOf(part), before: sumOf(before), said: "full hours only", explained: "completed hours only" };
  }
  return {
    now: sumOf(days.slice(0, -1)),
    before: sumOf(previous.days.slice(0, -1)),
    said: "excl. today",
    explained: "without today, which is not over yet",
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

function ReportChart({ report, query, now }: { report: LinkReport; query: PageQuery; now: Date }) {
  const isHourly = query.days === 1;
  const { length } = isHourly ? report.series.slice(0, now.getUTCHours() + 1) : report.series;
  const points = (counts: RangeCounts) =>
    counts.series.slice(0, length).map(({ start, clicks }) => ({ start: isHourly ? start : start.slice(0, 10), count: clicks }));
  return (
    <DayChart
      title={isHourly ? "Clicks by hour" : "Clicks by day"}
      interval={isHourly ? "hour" : "day"}
      points={points(report)}
      before={report.previous ? points(report.previous) : undefined}
      beforeName="Previous period"
      openName={isHourly ? "This hour" : "Today"}
    />
  );
}

/** Empty state with a link to the smallest range that has clicks. */
function EmptyRange({ report, query, now }: { report: LinkReport; query: PageQuery; now: Date }) {
  const { link, dateRange, isFiltered } = report;
  const days = smallestRangeWithData(link.lastClickedAt, now);
  return (
    <>
      <CardHead>
        <CardTitle>Clicks by {query.days === 1 ? "hour" : "day"}</CardTitle>
      </CardHead>
      <div className="mx-(--space-pad) mt-1 mb-5 flex h-[132px] flex-wrap content-center items-center justify-center gap-3 border-hairline-strong border-b bg-[repeating-linear-gradient(to_bottom,var(--color-chart-grid)_0_1px,transparent_1px_44px)] px-3 text-secondary">
        <p className="bg-surface px-2">{emptySentence(link, dateRange.since, isFiltered)}</p>
        {isFiltered ? (
          <NextLink href={linkPageHref(link.slug, query, { filters: {} })} className={buttonStyle({ className: "bg-surface" })}>
            Clear filters
          </NextLink>
        ) : (
          days !== null &&
          days > query.days && (
            <NextLink href={linkPageHref(link.slug, query, { days })} className={buttonStyle({ className: "bg-surface" })}>
              Show {rangeName(days)}
            </NextLink>
          )
        )}
      </div>
    </>
  );
}

function emptySentence({ lastClickedAt }: Link, since: Date, isFiltered: boolean): string {
  if (isFiltered) return `No clicks match these filters since ${formatDay(since, { year: "always" })}.`;
  if (lastClickedAt === null) return "No clicks yet. New clicks appear within 10 seconds.";
  return `No clicks since ${formatDay(since, { year: "always" })}.`;
}
