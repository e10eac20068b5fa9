import { type ReactElement, type ReactNode, Suspense } from "react";
import { useTexts } from "#texts";
import { getSaid, useSaid } from "@/components/texts/get-said";
import { Bot } from "@/components/ui/icons";
import { hourMs } from "@/lib/core/day";
import { formatDay, formatNumber } from "@/lib/core/format";
import { readableZone } from "@/lib/core/time-zone";
import { type ChartName, hasBots } from "@/lib/stats/query/page-query";
import type { Report } from "@/lib/stats/report/report";
import { missingBefore, sameStretch } from "@/lib/stats/report/same-stretch";
import type { Sentence } from "@/lib/texts/sentence";
import { Announce } from "../../ui/announce";
import { Card } from "../../ui/card";
import { Definition } from "../../ui/definition";
import { Skeleton } from "../../ui/skeleton";
import { ReportChart, type ReportProps } from "../chart/report-chart";
import { Delta } from "../delta";
import { pageHref } from "../page-address";
import { datesName } from "../range-names";
import { Stat, StatStrip } from "../stat-strip";

interface TotalsProps extends ReportProps {
  /** What the number of unique visitors means. */
  visitors: string;
  /** What else is said of the clicks, as all-time numbers. */
  ever: string;
  /** Beside the change of the clicks. */
  note?: ReactNode;
  /** Why nothing stands beside it. */
  otherFailure?: Sentence | undefined;
}

/** The totals of the date range, as tabs that choose what the chart below them shows. */
export function TotalsCard(props: TotalsProps) {
  const { page, report, query, locale } = props;
  const [t, common] = [useTexts("stats.totals"), useTexts("common")];
  const [charts, ranges] = [useTexts("stats.chart"), useTexts("stats.ranges")];
  return (
    <Card aria-label={common("nav.statistics")}>
      <Announce
        text={`${charts("units.clicks")}: ${formatNumber(report.clicks, locale)}, ${datesName(report.dateRange, props.now, { t: ranges, locale })}`}
      />
      <StatStrip label={t("label")} bare>
        {rangeTotals(props).map(({ term, meaning, value, note, chart }) => (
          <Stat
            key={chart}
            label={<Definition meaning={meaning}>{term}</Definition>}
            value={
              value === null ? "–" : typeof value === "number" ? formatNumber(value, locale) : value
            }
            note={note}
            isCharted={chart === query.chart}
            href={pageHref(page, query, { chart })}
            hrefLabel={t(`chartOf.${chart}`)}
          />
        ))}
      </StatStrip>
      {props.otherFailure && <NothingBeside failure={props.otherFailure} />}
      <DayNote report={report} />
      <KeptSince report={report} locale={locale} />
      <CatchingUp unread={report.unread} />
      {report.waitingSince && <Note>{t("waiting")}</Note>}
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
  const [t, charts] = [useTexts("stats.totals"), useTexts("stats.chart")];
  const ranges = useTexts("stats.ranges");
  const { previous, dateRange } = report;
  const missing = missingBefore(subject, report, now);
  const compared = previous && !missing ? sameStretch(report, previous, now) : null;
  const than = previous && datesName(previous.dateRange, now, { t: ranges, locale });
  const change = (pick: "clicks" | "uniqueVisitors") => {
    // What began in this range has nothing to be compared with.
    if (!previous || new Date(subject.createdAt) >= dateRange.since) return null;
    if (!compared)
      return (
        <span title={t("notAll", { than: than ?? "" })}>{t(`missing.${missing ?? "yet"}`)}</span>
      );
    if (compared.before[pick] === 0)
      return <span title={than ?? undefined}>{t("noPrevious")}</span>;
    return (
      <>
        <Delta now={compared.now[pick]} before={compared.before[pick]} locale={locale} />
        <span>{compared.part === "all" ? "" : t(`said.${compared.part}`)}</span>
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
  const totals: Total[] = [
    {
      term: charts("units.clicks"),
      meaning: [
        t("clicksMeaning"),
        ...(compared ? [t(`compared.${compared.part}`, { than: than ?? "" })] : []),
        ever,
      ].join(" "),
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
      term: charts("units.visitors"),
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
          {full ? null : query.range === 1 ? <span>{t("today")}</span> : change("uniqueVisitors")}
          {beside(other?.report.uniqueVisitors)}
        </>
      ),
      chart: "visitors",
    },
    {
      term: charts("units.bots"),
      meaning: t("botsMeaning", { count: subject.botHitCount }),
      value: botHits && sumOf(botHits),
      note: (
        <>
          <span className="flex items-center gap-1.5">
            <Bot aria-hidden className="size-3.5 text-bots" />
            {t("notCounted")}
          </span>
          {beside(other?.botHits && sumOf(other.botHits))}
        </>
      ),
      chart: "bots",
    },
  ];
  return totals.filter(({ chart }) => chart !== "bots" || hasBots(query.filters));
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
  if (found.ok) return formatNumber(found.value.uniqueVisitors, locale);
  const said = await getSaid();
  const reason = said(found.failure.sentence);
  return (
    <span title={reason}>
      –<span className="sr-only">{reason}</span>
    </span>
  );
}

function NothingBeside({ failure }: { failure: Sentence }) {
  const [t, said] = [useTexts("stats.totals"), useSaid()];
  return <Note>{t("nothingBeside", { reason: said(failure) })}</Note>;
}

function DayNote({ report: { dateRange } }: { report: Report }) {
  const t = useTexts("stats.totals");
  const { timeZone } = dateRange;
  if (timeZone === "UTC") return null;
  return <Note>{t("daysIn", { zone: readableZone(timeZone) })}</Note>;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="border-hairline border-b px-(--space-pad) py-2.5 text-secondary text-small">
      {children}
    </p>
  );
}

/** So many clicks came at once that they are counted, but not described yet. */
function CatchingUp({ unread }: { unread: number }) {
  const t = useTexts("stats.totals");
  return unread === 0 ? null : <Note>{t("barely", { count: unread })}</Note>;
}

/**
 * Filtered statistics are computed from raw clicks, which may not be kept for the whole range, and
 * so are parts of UTC days.
 */
function KeptSince({
  report: { clicksSince, dateRange, isFiltered },
  locale,
}: {
  report: Report;
  locale: string;
}) {
  const t = useTexts("stats.totals");
  if (clicksSince === null || Date.parse(clicksSince) <= dateRange.since.getTime()) return null;
  if (!isFiltered && dateRange.timeZone === "UTC") return null;
  const isWholeHours =
    dateRange.since.getTime() % hourMs === 0 && dateRange.until.getTime() % hourMs === 0;
  return (
    <Note>
      {[
        t("keptSince", { date: formatDay(new Date(clicksSince), { year: "always", locale }) }),
        t(isFiltered ? "filteredLater" : "beforeUtc"),
        ...(isFiltered || isWholeHours ? [] : [t("fullHours")]),
      ].join(" ")}
    </Note>
  );
}
