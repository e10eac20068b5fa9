import NextLink from "next/link";
import { formatDay } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { LinkHistory } from "@/lib/stats/link-history";
import type { LinkReport } from "@/lib/stats/link-report";
import { type ChartName, daysSinceCreation, intervalOf, intervalsFor, type PageQuery } from "@/lib/stats/page-query";
import type { Interval } from "@/lib/stats/series";
import { smallestRangeWithData } from "@/lib/stats/smallest-range";
import { timelineOf } from "@/lib/stats/timeline";
import { buttonStyle } from "../ui/button";
import { CardHead, CardTitle } from "../ui/card";
import { Segmented, segmentStyle } from "../ui/segmented";
import { Waiting } from "../ui/waiting";
import { DayChart } from "./day-chart";
import { listMarks, placeMarks } from "./marks";
import { linkPageHref } from "./page-address";
import { rangeName } from "./range-names";

export interface ReportProps {
  report: LinkReport;
  /** Null if it could not be read: the statistics do without it. */
  history: LinkHistory | null;
  query: PageQuery;
  now: Date;
  locale: string;
}

const chartNames: Record<ChartName, string> = { clicks: "Clicks", visitors: "Unique visitors", bots: "Bot hits" };
const openNames: Record<Interval, string> = { hour: "This hour", day: "Today", week: "This week", month: "This month" };

/** The chart of one total, from the link's creation on, with what happened to it. */
export function ReportChart({ report, history, query, now, locale }: ReportProps) {
  const { link, dateRange } = report;
  const { chart } = query;
  const botHits = history?.botHits ?? new Map<string, number>();
  const line = timelineOf({ report, chart, interval: intervalOf(query, link, dateRange), botHits, now });
  const title = `${chartNames[chart]} by ${line.interval}`;
  if (line.points.every(({ count }) => count === 0)) return <EmptyRange {...{ title, report, query, now }} />;
  const marks = listMarks(report, history, now, locale);
  // The axis tells the creation.
  const listed = marks.some(({ at }) => at !== link.createdAt) ? marks : [];
  const isFromCreation = new Date(link.createdAt) >= dateRange.since;
  const options = intervalsFor(daysSinceCreation(link, dateRange)).filter((interval) => chart !== "bots" || interval !== "hour");
  return (
    <>
      <DayChart
        title={title}
        unit={chartNames[chart]}
        interval={line.interval}
        points={line.points}
        before={line.before ?? undefined}
        beforeName="Previous period"
        openName={line.isOpen ? openNames[line.interval] : undefined}
        firstName={isFromCreation ? `Created ${formatDay(new Date(link.createdAt), { year: now })}` : undefined}
        upcoming={line.upcoming}
        marks={placeMarks(marks, line)}
        zoom={line.points.length > 1 && dateRange.days > 1 ? { slug: link.slug, query } : undefined}
        actions={options.length > 1 && <Intervals {...{ options, chosen: line.interval, link, query }} />}
      />
      {listed.length > 0 && (
        <ol aria-label="Events" className="mx-(--space-pad) -mt-1 mb-4 flex flex-wrap gap-x-5 gap-y-1 text-label text-secondary max-sm:flex-col">
          {listed.map(({ at, name, kind }) => (
            <li key={`${at} ${name}`} className="flex items-center gap-1.5">
              <span aria-hidden className={markStyles[kind]} />
              <span className="whitespace-nowrap text-tertiary tabular-nums">{formatDay(new Date(at), { year: now })}</span>
              {name}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const mark = "size-[7px] shrink-0 rounded-full border-[1.5px] bg-surface";
const markStyles = { link: `${mark} border-control`, preview: `${mark} border-bots`, unusual: `${mark} border-accent` };

function Intervals({ options, chosen, link, query }: { options: Interval[]; chosen: Interval; link: Link; query: PageQuery }) {
  return (
    <Segmented label="Interval" small className="max-sm:h-11">
      {options.map((interval) => (
        <NextLink
          key={interval}
          href={linkPageHref(link.slug, query, { interval })}
          prefetch={false}
          scroll={false}
          aria-current={interval === chosen ? "true" : undefined}
          className={segmentStyle({ on: interval === chosen, className: "relative capitalize" })}
        >
          {interval}
          <Waiting className="absolute inset-x-2 bottom-0" />
        </NextLink>
      ))}
    </Segmented>
  );
}

/** Empty state with a link to the smallest range that has clicks. */
function EmptyRange({ title, report, query, now }: Pick<ReportProps, "report" | "query" | "now"> & { title: string }) {
  const { link, dateRange, isFiltered } = report;
  const isOfClicks = query.chart !== "bots";
  const days = isOfClicks ? smallestRangeWithData(link.lastClickedAt, now) : null;
  return (
    <>
      <CardHead>
        <CardTitle>{title}</CardTitle>
      </CardHead>
      <div className="mx-(--space-pad) mt-1 mb-5 flex h-[132px] flex-wrap content-center items-center justify-center gap-3 border-hairline-strong border-b bg-[repeating-linear-gradient(to_bottom,var(--color-chart-grid)_0_1px,transparent_1px_44px)] px-3 text-secondary">
        <p className="bg-surface px-2">{isOfClicks ? emptySentence(link, dateRange, isFiltered, now) : "No bot hits in this range."}</p>
        {isOfClicks && isFiltered ? (
          <NextLink href={linkPageHref(link.slug, query, { filters: {} })} className={buttonStyle({ className: "bg-surface" })}>
            Clear filters
          </NextLink>
        ) : (
          isOfClicks &&
          link.lastClickedAt !== null && (
            <NextLink
              href={linkPageHref(link.slug, query, { days: days ?? "all", between: null })}
              className={buttonStyle({ className: "bg-surface" })}
            >
              Show {days === null ? "all time" : rangeName(days)}
            </NextLink>
          )
        )}
      </div>
    </>
  );
}

function emptySentence({ lastClickedAt }: Link, { since, until }: { since: Date; until: Date }, isFiltered: boolean, now: Date): string {
  const when = until > now ? `since ${formatDay(since, { year: "always" })}` : "in this range";
  if (isFiltered) return `No clicks match these filters ${when}.`;
  return lastClickedAt === null ? "No clicks yet. New clicks appear within 10 seconds." : `No clicks ${when}.`;
}
