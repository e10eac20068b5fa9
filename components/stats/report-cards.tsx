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

/** The five numbers of a link and its chart. */
export function TotalsCard({ report, query, now, locale }: { report: LinkReport; query: PageQuery; now: Date; locale: string }) {
  return (
    <Card aria-label="Totals">
      <StatStrip label="Totals" bare>
        {stats(report, query, now, locale).map(({ term, meaning, value, note, drawn }) => (
          <Stat
            key={term}
            label={<Definition meaning={meaning}>{term}</Definition>}
            value={formatNumber(value, locale)}
            note={note}
            drawn={drawn ?? false}
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
  drawn?: boolean;
}

/** Each says in one sentence what it counts; those that no filter and no range changes say so. */
function stats(report: LinkReport, query: PageQuery, now: Date, locale: string): FigureStat[] {
  const { link, isFiltered, previous, firstDayClicks } = report;
  const apart = isFiltered ? "not filtered" : null;
  const compared = previous && sameStretch(report, previous, now);
  const change = (pick: "clicks" | "uniqueVisitors") => {
    if (!compared) return null;
    if (compared.before[pick] === 0) return <span>none {comparedName(query.days)}</span>;
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
      meaning: `Answered visits in the chosen range. Bots, prefetches and HEAD requests are left out.${previous ? ` The change is against the ${comparedName(query.days)}, ${compared?.explained}.` : ""}`,
      value: report.clicks,
      note: change("clicks"),
      drawn: true,
    },
    {
      term: "Unique visitors",
      meaning: "Distinct visitors per day, added up. One person on three days counts three, because yesterday's salt is gone.",
      value: report.uniqueVisitors,
      note: query.days === 1 ? <span>today</span> : change("uniqueVisitors"),
    },
    {
      term: "All-time clicks",
      meaning: "Every click since the link was made.",
      value: link.clickCount,
      note: <span>{apart ?? `since ${formatDay(new Date(link.createdAt), { year: "always" })}`}</span>,
    },
    {
      term: "First 24 hours",
      meaning: "Clicks in the first 24 hours after the link was made.",
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
          {apart ?? "never clicks"}
        </span>
      ),
    },
  ];
}

function firstDayNote({ createdAt, clickCount }: Link, clicks: number, now: Date, locale: string): string {
  if (now.getTime() - Date.parse(createdAt) < dayMs) return "so far";
  return clickCount === 0 ? "no clicks yet" : `${formatShare(clicks, clickCount, locale)} of all clicks`;
}

/**
 * What can fairly be compared: days that are over, on both sides. Of a single day the hours that are over.
 */
function sameStretch({ days, series }: RangeCounts, previous: RangeCounts, now: Date) {
  if (days.length === 1) {
    const over = now.getUTCHours();
    const [part, before] = [series.slice(0, over), previous.series.slice(0, over)];
    return { now: sumOf(part), before: sumOf(before), said: "in full hours", explained: "counting the hours of today that are over" };
  }
  return {
    now: sumOf(days.slice(0, -1)),
    before: sumOf(previous.days.slice(0, -1)),
    said: "on full days",
    explained: "leaving today out on both sides because it is not over",
  };
}

function sumOf(parts: readonly { clicks: number; uniqueVisitors: number }[]) {
  return {
    clicks: parts.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueVisitors: parts.reduce((sum, { uniqueVisitors }) => sum + uniqueVisitors, 0),
  };
}

/** Filtered statistics are counted from single clicks, which may not be kept for the whole range. */
function KeptSince({ report: { clicksSince, dateRange } }: { report: LinkReport }) {
  if (clicksSince === null || Date.parse(clicksSince) <= dateRange.since.getTime()) return null;
  return (
    <p className="border-hairline border-b px-(--space-pad) py-2.5 text-secondary text-small">
      Single clicks are kept since {formatDay(new Date(clicksSince), { year: "always" })}. With filters, what was before is not counted.
    </p>
  );
}

function ReportChart({ report, query, now }: { report: LinkReport; query: PageQuery; now: Date }) {
  const isHourly = query.days === 1;
  const { length } = isHourly ? report.series.slice(0, now.getUTCHours() + 1) : report.series;
  const points = (figures: RangeCounts) =>
    figures.series.slice(0, length).map(({ start, clicks }) => ({ start: isHourly ? start : start.slice(0, 10), count: clicks }));
  return (
    <DayChart
      title={isHourly ? "Clicks by hour" : "Clicks by day"}
      interval={isHourly ? "hour" : "day"}
      points={points(report)}
      before={report.previous ? points(report.previous) : undefined}
      beforeName={comparedName(query.days)}
      openName={isHourly ? "This hour" : "Today"}
    />
  );
}

/** Says since when there were none, and leads to the smallest range that has some. */
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
            Clear the filters
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
  if (isFiltered) return `No click since ${formatDay(since, { year: "always" })} passes these filters.`;
  if (lastClickedAt === null) return "Nobody has clicked yet. The first click shows up here within 10 seconds.";
  return `No clicks since ${formatDay(since, { year: "always" })}.`;
}
