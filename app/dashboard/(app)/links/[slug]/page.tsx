import { GitCompareArrows } from "lucide-react";
import type { Metadata } from "next";
import NextLink from "next/link";
import { notFound } from "next/navigation";
import { getViewer } from "@/components/layout/viewer";
import { LinkEdits } from "@/components/links/link-edits";
import { LinkHead } from "@/components/links/link-head";
import { LinkHealth } from "@/components/links/link-health";
import { LinkLabels } from "@/components/links/link-labels";
import { ChannelBoard } from "@/components/stats/channel-board";
import { ExportMenu } from "@/components/stats/export-menu";
import { FilterChips } from "@/components/stats/filter-chips";
import { LinkBreakdowns } from "@/components/stats/link-breakdowns";
import { linkPageHref } from "@/components/stats/page-address";
import { RangeControl } from "@/components/stats/range-control";
import { RangeKeys } from "@/components/stats/range-keys";
import { comparedName, ranges } from "@/components/stats/range-names";
import { RecentClicks } from "@/components/stats/recent-clicks";
import { TotalsCard } from "@/components/stats/report-cards";
import { CardSkeleton, TotalsSkeleton } from "@/components/stats/report-skeletons";
import { statisticsCurl } from "@/components/stats/statistics-curl";
import { StoryLine } from "@/components/stats/story-line";
import { UncountedCard } from "@/components/stats/uncounted-card";
import { WeekdayHoursCard } from "@/components/stats/weekday-hours-card";
import { WelcomeCard } from "@/components/stats/welcome-card";
import { chipStyle } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { Part } from "@/components/ui/part";
import { Waiting } from "@/components/ui/waiting";
import { env } from "@/lib/config/env";
import type { DateRange } from "@/lib/core/date-range";
import { withDeadline } from "@/lib/core/deadline";
import { SluglineError } from "@/lib/core/errors";
import { formatDay } from "@/lib/core/format";
import { type PartData, partData } from "@/lib/http/part-data";
import { findImportedClicks, getLink } from "@/lib/links/get-link";
import type { Link } from "@/lib/links/link";
import { listEdits } from "@/lib/links/list-edits";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { requireOwner } from "@/lib/owners/require-owner";
import { getPreviewStatus } from "@/lib/previews/preview-status";
import { getChannelBoard } from "@/lib/stats/channel-board";
import { findFirstDayRank, getLinkHistory } from "@/lib/stats/link-history";
import { getLinkReport, type LinkReport } from "@/lib/stats/link-report";
import { listOtherLabels } from "@/lib/stats/other-labels";
import { datesBetween, type PageQuery, parsePageQuery, toStatisticsQuery } from "@/lib/stats/page-query";
import { hasFilters } from "@/lib/stats/query";
import { listUncounted } from "@/lib/stats/uncounted";
import { getWeekdayHours } from "@/lib/stats/weekday-hours";

type Props = PageProps<"/dashboard/links/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `/${(await params).slug}` };
}

export default async function LinkPage({ params, searchParams }: Props) {
  await requireOwner();
  const { slug } = await params;
  const query = parsePageQuery(await searchParams);
  const now = new Date();
  const [link, preview, { locale, timeZone }] = await Promise.all([existing(getLink(slug)), existing(getPreviewStatus(slug)), getViewer()]);
  const brokenReason = preview.destination === "broken" ? (preview.lastReason ?? "") : null;
  const statistics = toStatisticsQuery(query, link, now);
  const { dateRange, filters } = statistics;
  const uncounted = partData(listUncounted(link.id, dateRange));
  const hasClicks = link.clickCount > 0 || hasFilters(filters);
  const places = (
    <Part
      title="Places where it is shared"
      skeleton={hasClicks && <CardSkeleton count={1} />}
      data={partData(getChannelBoard(link, dateRange, now, env().BASE_URL))}
    >
      {(board) => (hasClicks || board.places.length > 1) && <ChannelBoard {...{ board, link, query, now, locale }} />}
    </Part>
  );
  const history = (
    <Part title="History" skeleton={null} data={partData(listEdits(slug))}>
      {(edits) => <LinkEdits {...{ link, edits, now, timeZone }} />}
    </Part>
  );
  if (!hasClicks) {
    return (
      <>
        <LinkHead link={link} brokenReason={brokenReason} now={now} />
        <LinkLabels link={link} />
        <div className="flex flex-col gap-4">
          <WelcomeCard link={link} importedClicks={await findImportedClicks(link.id)} now={now} locale={locale} />
          {places}
          {link.botHitCount > 0 && (
            <Part title="Bots and previews" skeleton={<CardSkeleton count={1} />} data={uncounted}>
              {(entries) => <UncountedCard entries={entries} locale={locale} />}
            </Part>
          )}
          <LinkHealth link={link} preview={preview} now={now} />
          {history}
        </div>
      </>
    );
  }
  const report = partData(getLinkReport(slug, statistics));
  const story = withHistory(report, link, dateRange, now);
  return (
    <>
      <LinkHead link={link} brokenReason={brokenReason} now={now} />
      <LinkLabels link={link} />
      <div className="mb-3 min-h-12">
        <Part data={story}>{({ report, history, rank }) => <StoryLine {...{ report, history, rank, query, now, locale }} />}</Part>
      </div>
      <PageControls link={link} query={query} now={now} dateRange={dateRange} />
      <FilterChips slug={slug} query={query} />
      <div className="flex flex-col gap-4">
        <Part title="Statistics" skeleton={<TotalsSkeleton />} data={story}>
          {({ report, history }) => <TotalsCard {...{ report, history, query, now, locale }} />}
        </Part>
        {places}
        <div className="grid items-stretch gap-4 min-[900px]:grid-cols-2 [&>*]:min-w-0">
          <Part skeleton={<CardSkeleton count={5} />} data={withOthers(report, listOtherLabels(slug, statistics))}>
            {([value, others]) => <LinkBreakdowns report={value} others={others} link={link} query={query} locale={locale} />}
          </Part>
          <Part title="Bots and previews" skeleton={<CardSkeleton count={1} />} data={uncounted}>
            {(entries) => <UncountedCard entries={entries} locale={locale} />}
          </Part>
        </div>
        {dateRange.days >= 7 && !hasFilters(filters) && (
          <Part title="Weekdays and hours" skeleton={<CardSkeleton count={1} />} data={partData(getWeekdayHours(link.id, dateRange))}>
            {(counts) => <WeekdayHoursCard counts={counts} locale={locale} />}
          </Part>
        )}
        <Part skeleton={<CardSkeleton count={1} tall />} data={report}>
          {({ recentClicks, isFiltered, ...value }) => (
            <RecentClicks slug={slug} clicks={recentClicks} version={statisticsVersion(value.link)} at={now.toISOString()} isFiltered={isFiltered} />
          )}
        </Part>
        <LinkHealth link={link} preview={preview} now={now} />
        {history}
      </div>
      <RangeKeys hrefs={Object.fromEntries(ranges.map(({ key, days }) => [key.toLowerCase(), linkPageHref(slug, query, { days, between: null })]))} />
    </>
  );
}

/** Shows the not-found page for a link that does not exist. */
async function existing<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof SluglineError && error.code === "not_found") notFound();
    throw error;
  }
}

function PageControls({ link, query, now, dateRange }: { link: Link; query: PageQuery; now: Date; dateRange: DateRange }) {
  const { compare } = query;
  const { to } = datesBetween(dateRange);
  const createdAt = new Date(link.createdAt);
  const first = createdAt > dateRange.since && createdAt < dateRange.until ? createdAt : dateRange.since;
  const last = new Date(to);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <RangeControl link={link} query={query} now={now} />
      {/* A link that began in this range has nothing to be compared with. */}
      {createdAt < dateRange.since && (
        <NextLink
          href={linkPageHref(link.slug, query, { compare: !compare })}
          prefetch={false}
          scroll={false}
          aria-current={compare ? "true" : undefined}
          aria-label="Compare with previous period"
          title={`${comparedName(dateRange.days)}, so weekdays line up`}
          className={chipStyle({ on: compare, size: "tall", className: "relative" })}
        >
          <GitCompareArrows aria-hidden />
          Previous period
          <Waiting className="absolute inset-x-3 bottom-0.5" />
        </NextLink>
      )}
      <span className="text-label text-tertiary tabular-nums max-sm:hidden">
        {first < last
          ? `${formatDay(first, { year: now })} to ${formatDay(last, { year: now })}`
          : `${formatDay(last, { year: now })}, from 00:00 UTC`}
      </span>
      <div className="ml-auto flex items-center gap-1 max-sm:ml-0 max-sm:w-full max-sm:justify-between">
        <CopyButton text={statisticsCurl(link, query, env().BASE_URL, now)} what="the curl command" variant="ghost">
          Copy as curl
        </CopyButton>
        <ExportMenu slug={link.slug} query={query} />
      </div>
    </div>
  );
}

/** How long the statistics wait for the rest of the story once they are read. */
const patienceMs = 1_000;

/** With what else the sentence and the chart show. That may fail or hang alone, and then they do without it. */
async function withHistory(report: Promise<PartData<LinkReport>>, link: Link, dateRange: DateRange, now: Date) {
  const reading = partData(getLinkHistory(link, dateRange, now));
  const data = await report;
  if (!data.ok) return data;
  const [history, rank] = await Promise.all([
    partData(withDeadline(reading, patienceMs)),
    partData(withDeadline(findFirstDayRank(data.value, now), patienceMs)),
  ]);
  return {
    ok: true as const,
    value: { report: data.value, history: history.ok && history.value.ok ? history.value.value : null, rank: rank.ok ? rank.value : null },
  };
}

type Others = Awaited<ReturnType<typeof listOtherLabels>>;

/** Fails only if the report does. */
async function withOthers(report: Promise<PartData<LinkReport>>, others: Promise<Others>): Promise<PartData<[LinkReport, Others]>> {
  const [data, beside] = await Promise.all([report, partData(others)]);
  return data.ok ? { ok: true, value: [data.value, beside.ok ? beside.value : {}] } : data;
}
