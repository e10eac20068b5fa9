import NextLink from "next/link";
import { useTexts } from "#texts";
import { formatDay } from "@/lib/core/format";
import type { PartData } from "@/lib/http/part-data";
import {
  daysSinceCreation,
  intervalOf,
  intervalsFor,
  type PageQuery,
  type Subject,
  smallestRangeWithData,
} from "@/lib/stats/query/page-query";
import type { Interval } from "@/lib/stats/query/series";
import type { Report } from "@/lib/stats/report/report";
import { timelineOf } from "@/lib/stats/report/timeline";
import type { Texts } from "@/lib/texts/translator";
import { buttonStyle } from "../../ui/button";
import { CardHead, CardTitle } from "../../ui/card";
import { Segmented, segmentStyle } from "../../ui/segmented";
import { Waiting } from "../../ui/waiting";
import { pageHref } from "../page-address";
import { rangeName } from "../range-names";
import { DayChart } from "./day-chart";
import { lineProps } from "./line-props";
import { type Mark, placeMarks } from "./marks";

export interface ReportProps {
  page: string;
  subject: Subject;
  report: Report;
  /** Bot hits by date. Null if they could not be read: the statistics do without them. */
  botHits: ReadonlyMap<string, number> | null;
  /** Of an instant report, what comes later: unique visitors. */
  full?: Promise<PartData<Report>> | undefined;
  /** How the chart calls the day on which it begins with a link. */
  first?: "created" | "since";
  /** What happened to the link. */
  marks?: Mark[];
  /** With what stands beside it in the chart, whose creation may come first. */
  charted?: Subject;
  other?: OtherReport | null;
  /** Of the report, beside another one. */
  name?: string;
  query: PageQuery;
  now: Date;
  locale: string;
}

/** Another link, tag, campaign or channel. */
export interface OtherReport {
  name: string;
  report: Report;
  /** Null where they are not known, as of a campaign. */
  botHits: ReadonlyMap<string, number> | null;
}

/** Null where bot hits are charted that are not known of it. */
const chartedOther = ({ query, other = null }: ReportProps) =>
  query.chart === "bots" && !other?.botHits ? null : other;

/** The chart of one total, from the creation of the first link on, with what happened to it. */
export function ReportChart(props: ReportProps) {
  const {
    page,
    charted: subject = props.subject,
    botHits,
    marks = [],
    first = "created",
    query,
    now,
    locale,
  } = props;
  const [t, charts] = [useTexts("stats.period"), useTexts("stats.chart")];
  const events = useTexts("stats.events");
  const { name = "" } = props;
  const other = chartedOther(props);
  const report = other ? { ...props.report, previous: null } : props.report;
  const { dateRange } = report;
  const { timeZone } = dateRange;
  const { chart } = query;
  const interval = intervalOf(query, subject, dateRange);
  const drawn = { subject, chart, interval, now };
  const line = timelineOf({ report, botHits: botHits ?? new Map(), ...drawn });
  const second =
    other && timelineOf({ ...other, botHits: other.botHits ?? new Map(), ...drawn }).points;
  const title = charts(`titles.${line.interval}`, { unit: charts(`units.${chart}`) });
  if ([...line.points, ...(second ?? [])].every(({ count }) => count === 0))
    return <EmptyRange {...props} title={title} />;
  // The axis tells the creation.
  const listed = marks.some(({ at }) => at !== subject.createdAt) ? marks : [];
  const isFromCreation = !other && new Date(subject.createdAt) >= dateRange.since;
  const options = intervalsFor(daysSinceCreation(subject, dateRange)).filter(
    (interval) => chart !== "bots" || interval !== "hour",
  );
  return (
    <>
      <DayChart
        title={title}
        unit={chart}
        {...lineProps(line, now, { t: charts, ranges: useTexts("stats.ranges"), locale })}
        {...(other && second && { name, other: { name: other.name, points: second } })}
        firstName={
          isFromCreation
            ? t(first, {
                date: formatDay(new Date(subject.createdAt), { year: now, timeZone, locale }),
              })
            : undefined
        }
        upcoming={line.upcoming}
        marks={placeMarks(marks, line)}
        zoom={line.points.length > 1 && dateRange.days > 1 ? { page, query } : undefined}
        actions={
          options.length > 1 && <Intervals {...{ options, chosen: line.interval, page, query }} />
        }
      />
      {listed.length > 0 && (
        <ol
          aria-label={events("label")}
          className="mx-(--space-pad) -mt-1 mb-4 flex flex-wrap gap-x-5 gap-y-1 text-label text-secondary max-sm:flex-col max-sm:flex-nowrap"
        >
          {listed.map(({ at, name, kind }) => (
            <li key={`${at} ${name}`} className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden className={markStyles[kind]} />
              <span className="whitespace-nowrap text-tertiary tabular-nums">
                {formatDay(new Date(at), { year: now, timeZone, locale })}
              </span>
              <span className="min-w-0">{name}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const mark = "size-[7px] shrink-0 rounded-full border-[1.5px] bg-surface";
const markStyles = {
  link: `${mark} border-control`,
  preview: `${mark} border-bots`,
  unusual: `${mark} border-accent`,
};

function Intervals({
  options,
  chosen,
  page,
  query,
}: {
  options: Interval[];
  chosen: Interval;
  page: string;
  query: PageQuery;
}) {
  const t = useTexts("stats.period");
  return (
    <Segmented label={t("interval")} small className="max-sm:h-11 print:hidden">
      {options.map((interval) => (
        <NextLink
          key={interval}
          href={pageHref(page, query, { interval })}
          prefetch={false}
          scroll={false}
          aria-current={interval === chosen ? "true" : undefined}
          className={segmentStyle({ on: interval === chosen, className: "relative capitalize" })}
        >
          {t(`intervals.${interval}`)}
          <Waiting className="absolute inset-x-2 bottom-0" />
        </NextLink>
      ))}
    </Segmented>
  );
}

/** Empty state with a link to the smallest range that has clicks. */
function EmptyRange({ title, page, subject, report, query, now }: ReportProps & { title: string }) {
  const [t, ranges] = [useTexts("stats.period"), useTexts("stats.ranges")];
  const { dateRange, isFiltered } = report;
  const isOfClicks = query.chart !== "bots";
  const days = isOfClicks
    ? smallestRangeWithData(subject.lastClickedAt, now, dateRange.timeZone)
    : null;
  return (
    <>
      <CardHead>
        <CardTitle>{title}</CardTitle>
      </CardHead>
      <div className="mx-(--space-pad) mt-1 mb-5 flex h-[132px] flex-wrap content-center items-center justify-center gap-3 border-hairline-strong border-b bg-[repeating-linear-gradient(to_bottom,var(--color-chart-grid)_0_1px,transparent_1px_44px)] px-3 text-secondary">
        <p className="bg-surface px-2">
          {isOfClicks ? emptySentence(subject, isFiltered, t) : t("bots")}
        </p>
        {isOfClicks && isFiltered ? (
          <NextLink
            href={pageHref(page, query, { filters: {} })}
            className={buttonStyle({ className: "bg-surface" })}
          >
            {t("clearFilters")}
          </NextLink>
        ) : (
          isOfClicks &&
          subject.lastClickedAt !== null && (
            <NextLink
              href={pageHref(page, query, { range: days ?? "all" })}
              className={buttonStyle({ className: "bg-surface" })}
            >
              {rangeName(days ?? "all", ranges)}
            </NextLink>
          )
        )}
      </div>
    </>
  );
}

function emptySentence(
  { lastClickedAt }: Subject,
  isFiltered: boolean,
  t: Texts<"stats.period">,
): string {
  if (!isFiltered && lastClickedAt === null) return t("noneYet", { seconds: 10 });
  return t(isFiltered ? "noMatch" : "none");
}
