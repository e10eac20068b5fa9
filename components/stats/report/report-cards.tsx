import { type ReactElement, type ReactNode, Suspense } from "react";
import { useTexts } from "#texts";
import { Bot } from "@/components/ui/icons";
import { hourMs } from "@/lib/core/day";
import { formatDay, formatNumber } from "@/lib/core/format";
import { readableZone } from "@/lib/core/time-zone";
import type { ChartName } from "@/lib/stats/query/page-query";
import type { Report } from "@/lib/stats/report/report";
import { missingBefore, sameStretch } from "@/lib/stats/report/same-stretch";
import { Card } from "../../ui/card";
import { Definition } from "../../ui/definition";
import { Skeleton } from "../../ui/skeleton";
import { ReportChart, type ReportProps } from "../chart/report-chart";
import { Delta } from "../delta";
import { pageHref } from "../page-address";
import { comparedName } from "../range-names";
import { Stat, StatStrip } from "../stat-strip";

interface TotalsProps extends ReportProps {
  /** What the number of unique visitors means. */
  visitors: string;
  /** What else is said of the clicks, as all-time numbers. */
  ever: string;
  /** Beside the change of the clicks. */
  note?: ReactNode;
  /** Why nothing stands beside it. */
  otherFailure?: string | undefined;
}

/** The totals of the date range, as tabs that choose what the chart below them shows. */
export function TotalsCard(props: TotalsProps) {
  const { page, report, query, locale } = props;
  return (
    <Card aria-label="Statistics">
      <StatStrip label="Totals" bare>
        {rangeTotals(props).map(({ term, meaning, value, note, chart }) => (
          <Stat
            key={term}
            label={<Definition meaning={meaning}>{term}</Definition>}
            value={
              value === null ? "–" : typeof value === "number" ? formatNumber(value, locale) : value
            }
            note={note}
            isCharted={chart === query.chart}
            href={pageHref(page, query, { chart })}
            hrefLabel={`Chart ${term.toLowerCase()}`}
          />
        ))}
      </StatStrip>
      {props.otherFailure && <Note>{`Nothing to compare with: ${props.otherFailure}`}</Note>}
      <DayNote report={report} />
      <KeptSince report={report} />
      <CatchingUp unread={report.unread} locale={locale} />
      <ReportChart {...props} />
    </Card>
  );
}

interface Total {
  term: string;
  meaning: string;
  /** Null if unknown. */
  value: number | null | ReactElement;
  note: ReactNode;
  chart: ChartName;
}

function rangeTotals({
  subject,
  report,
  full,
  botHits,
  query,
  now,
  locale,
  visitors,
  ever,
  note,
  other,
}: TotalsProps): Total[] {
  const { previous, dateRange } = report;
  const missing = missingBefore(subject, report, now);
  const compared = previous && !missing ? sameStretch(report, previous, now) : null;
  const than = previous && comparedName(dateRange, previous.dateRange, useTexts("stats.ranges"));
  const change = (pick: "clicks" | "uniqueVisitors") => {
    // What began in this range has nothing to be compared with.
    if (!previous || new Date(subject.createdAt) >= dateRange.since) return null;
    if (!compared) return <span title={`${than}: not all of it`}>no data {missing}</span>;
    if (compared.before[pick] === 0) return <span title={`${than}`}>no previous data</span>;
    return (
      <>
        <Delta now={compared.now[pick]} before={compared.before[pick]} locale={locale} />
        <span>{compared.said}</span>
      </>
    );
  };
  const beside = (count: number | null | undefined) =>
    other &&
    typeof count === "number" && (
      <span className="max-w-full truncate">
        {other.name} <span className="tabular-nums">{formatNumber(count, locale)}</span>
      </span>
    );
  return [
    {
      term: "Clicks",
      meaning: `Visits that were redirected in this period. Bots, prefetches and HEAD requests are excluded.${compared ? ` Compared with the period ${than}${compared.explained}.` : ""} ${ever}`,
      value: report.clicks,
      note: (
        <>
          {change("clicks")}
          {note}
          {beside(other?.report.clicks)}
        </>
      ),
      chart: "clicks",
    },
    {
      term: "Unique visitors",
      meaning: visitors,
      value: full ? (
        <Suspense fallback={<Skeleton className="my-1 inline-block h-6 w-20" />}>
          <Visitors full={full} locale={locale} />
        </Suspense>
      ) : (
        report.uniqueVisitors
      ),
      note: (
        <>
          {full ? null : query.range === 1 ? <span>today</span> : change("uniqueVisitors")}
          {beside(other?.report.uniqueVisitors)}
        </>
      ),
      chart: "visitors",
    },
    {
      term: "Bot hits",
      meaning: `Previews that chat and social apps fetched in this period. They are never counted as clicks, and filters do not apply to them. All time: ${formatNumber(subject.botHitCount, locale)}.`,
      value: botHits && sumOf(botHits),
      note: (
        <>
          <span className="flex items-center gap-1.5">
            <Bot aria-hidden className="size-3.5 text-bots" />
            not counted
          </span>
          {beside(other && sumOf(other.botHits))}
        </>
      ),
      chart: "bots",
    },
  ];
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Unique visitors of filtered clicks, which have to be counted. */
async function Visitors({
  full,
  locale,
}: {
  full: NonNullable<ReportProps["full"]>;
  locale: string;
}) {
  const found = await full;
  return found.ok ? (
    formatNumber(found.value.uniqueVisitors, locale)
  ) : (
    <span title={found.failure.message}>
      –<span className="sr-only">{found.failure.message}</span>
    </span>
  );
}

function DayNote({ report: { dateRange } }: { report: Report }) {
  const { timeZone } = dateRange;
  if (timeZone === "UTC") return null;
  return (
    <Note>
      Days are in {readableZone(timeZone)}. Unique visitors and bot hits are counted by UTC day.
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="border-hairline border-b px-(--space-pad) py-2.5 text-secondary text-small">
      {children}
    </p>
  );
}

/** So many clicks came at once that they are counted, but not described yet. */
function CatchingUp({ unread, locale }: { unread: number; locale: string }) {
  if (unread === 0) return null;
  return (
    <Note>
      {`${formatNumber(unread, locale)} clicks have just come in. They are counted; their labels are under Other and their visitors missing until they are added up.`}
    </Note>
  );
}

/**
 * Filtered statistics are computed from raw clicks, which may not be kept for the whole range, and
 * so are parts of UTC days.
 */
function KeptSince({ report: { clicksSince, dateRange, isFiltered } }: { report: Report }) {
  if (clicksSince === null || Date.parse(clicksSince) <= dateRange.since.getTime()) return null;
  if (!isFiltered && dateRange.timeZone === "UTC") return null;
  const isWholeHours =
    dateRange.since.getTime() % hourMs === 0 && dateRange.until.getTime() % hourMs === 0;
  return (
    <Note>
      Raw clicks are kept since {formatDay(new Date(clicksSince), { year: "always" })}.{" "}
      {isFiltered
        ? "Filtered statistics do not include earlier clicks."
        : "Before that, breakdowns and unique visitors leave out UTC days that are only partly in this range."}
      {!isFiltered && !isWholeHours && " Days begin with full hours of UTC."}
    </Note>
  );
}
