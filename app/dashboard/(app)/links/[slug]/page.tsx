import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getViewer } from "@/components/layout/viewer";
import { LinkAliases } from "@/components/links/page/link-aliases";
import { LinkDestinations } from "@/components/links/page/link-destinations";
import { LinkEdits } from "@/components/links/page/link-edits";
import { LinkHead } from "@/components/links/page/link-head";
import { LinkHealth } from "@/components/links/page/link-health";
import { LinkLabels } from "@/components/links/page/link-labels";
import { ReportBreakdowns } from "@/components/stats/breakdown/report-breakdowns";
import { UncountedCard } from "@/components/stats/breakdown/uncounted-card";
import { ChannelBoard } from "@/components/stats/channels/channel-board";
import { WeekdayHoursCard } from "@/components/stats/chart/weekday-hours-card";
import { RecentClicks } from "@/components/stats/feed/recent-clicks";
import { StoryLine } from "@/components/stats/feed/story-line";
import { WelcomeCard } from "@/components/stats/feed/welcome-card";
import { linkPage, linkPageHref } from "@/components/stats/page-address";
import { FilterChips } from "@/components/stats/report/filter-chips";
import { LinkTotals } from "@/components/stats/report/link-totals";
import { ReportControls } from "@/components/stats/report/report-controls";
import { CardSkeleton, TotalsSkeleton } from "@/components/stats/report/report-skeletons";
import { shownFirst } from "@/components/stats/report/shown-first";
import { statisticsCurl } from "@/components/stats/report/statistics-curl";
import { Part } from "@/components/ui/part";
import { env, originOf } from "@/lib/config/env";
import { storedDays } from "@/lib/core/date-range";
import { withDeadline } from "@/lib/core/deadline";
import { isSluglineError } from "@/lib/core/errors";
import { type PartData, partData } from "@/lib/http/part-data";
import { findSlugOfAlias, listAliases } from "@/lib/links/aliases";
import { findImportedClicks, getLink } from "@/lib/links/get-link";
import { listEdits } from "@/lib/links/list-edits";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { requireOwner } from "@/lib/owners/require-owner";
import { getPreviewStatus } from "@/lib/previews/preview-status";
import { type PageQuery, parsePageQuery, toStatisticsQuery } from "@/lib/stats/query/page-query";
import { hasFilters } from "@/lib/stats/query/query";
import { getChannelBoard } from "@/lib/stats/report/channel-board";
import {
  findFirstDayRank,
  getLinkHistory,
  type LinkHistory,
} from "@/lib/stats/report/link-history";
import {
  getInstantLinkReport,
  getLinkReport,
  type LinkReport,
} from "@/lib/stats/report/link-report";
import { listOtherLabels } from "@/lib/stats/report/other-labels";
import { listUncounted } from "@/lib/stats/report/uncounted";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";

type Props = PageProps<"/dashboard/links/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `/${(await params).slug}` };
}

export default async function LinkPage({ params, searchParams }: Props) {
  await requireOwner("/dashboard/links/[slug]");
  const { slug } = await params;
  const { locale, timeZone } = await getViewer();
  const query = parsePageQuery(await searchParams, timeZone);
  const now = new Date();
  const [link, preview] = await Promise.all([
    existing(slug, getLink(slug), query),
    existing(slug, getPreviewStatus(slug), query),
  ]);
  const brokenRule = preview.rules?.find(({ state }) => state === "broken");
  const brokenReason =
    preview.destination === "broken" ? (preview.lastReason ?? "") : (brokenRule?.reason ?? null);
  const statistics = toStatisticsQuery(query, link, now);
  const { dateRange, filters } = statistics;
  const uncounted = partData(listUncounted(link.id, storedDays(dateRange, now)));
  const hasClicks = link.clickCount > 0 || hasFilters(filters);
  const channels = (
    <Part
      title="Channels where it is shared"
      skeleton={hasClicks && <CardSkeleton count={1} />}
      data={partData(getChannelBoard(link, dateRange, now, originOf(link.domain)))}
    >
      {(board) =>
        (hasClicks || board.channels.length > 1) && (
          <ChannelBoard {...{ board, link, query, now, locale }} />
        )
      }
    </Part>
  );
  const aliases = (
    <Part title="Aliases" skeleton={<CardSkeleton count={1} />} data={partData(listAliases(slug))}>
      {(found) => (
        <LinkAliases slug={slug} domain={link.domain} aliases={found} now={now} locale={locale} />
      )}
    </Part>
  );
  const edits = (
    <Part title="History" skeleton={null} data={partData(listEdits(slug))}>
      {(edits) => <LinkEdits {...{ link, ...edits, now, timeZone }} />}
    </Part>
  );
  if (!hasClicks) {
    return (
      <>
        <LinkHead {...{ link, brokenReason, now, timeZone }} />
        <LinkLabels link={link} />
        <div className="flex flex-col gap-4">
          <WelcomeCard
            link={link}
            importedClicks={await findImportedClicks(link.id)}
            now={now}
            locale={locale}
          />
          {channels}
          {link.botHitCount > 0 && (
            <Part title="Bots and previews" skeleton={<CardSkeleton count={1} />} data={uncounted}>
              {(entries) => <UncountedCard entries={entries} locale={locale} />}
            </Part>
          )}
          <LinkDestinations link={link} />
          <LinkHealth link={link} preview={preview} now={now} />
          {aliases}
          {edits}
        </div>
      </>
    );
  }
  const page = linkPage(slug);
  const report = partData(getLinkReport(slug, statistics));
  const instant = hasFilters(filters) ? partData(getInstantLinkReport(slug, statistics)) : null;
  // Shared, so that it is read once.
  const history = partData(getLinkHistory(link, dateRange, now));
  const story = withRank(withHistory(report, history), report, now);
  const totals = withHistory(shownFirst(report, instant, query.chart), history);
  return (
    <>
      <LinkHead {...{ link, brokenReason, now, timeZone }} />
      <LinkLabels link={link} />
      <div className="mb-3 min-h-12">
        <Part data={story}>
          {({ report, history, rank }) => (
            <StoryLine {...{ report, history, rank, query, now, locale }} />
          )}
        </Part>
      </div>
      <ReportControls
        {...{ page, query, now, dateRange }}
        subject={link}
        curl={statisticsCurl(`/api/links/${slug}/stats`, link, query, env().DASHBOARD_ORIGIN, now)}
        hasClickFiles
      />
      <FilterChips page={page} query={query} />
      <div className="flex flex-col gap-4">
        <Part title="Statistics" skeleton={<TotalsSkeleton />} data={totals}>
          {(shown) => (
            <LinkTotals
              report={shown.report}
              full={"known" in shown.report ? report : undefined}
              {...{ history: shown.history, query, now, locale }}
            />
          )}
        </Part>
        {channels}
        <ReportBreakdowns
          {...{ report, instant, page, link, query, locale }}
          others={listOtherLabels(
            (wanted, options) => getLinkReport(slug, wanted, options),
            statistics,
          )}
        >
          <Part title="Bots and previews" skeleton={<CardSkeleton count={1} />} data={uncounted}>
            {(entries) => <UncountedCard entries={entries} locale={locale} />}
          </Part>
        </ReportBreakdowns>
        {dateRange.days >= 7 && !hasFilters(filters) && (
          <Part
            title="Weekdays and hours"
            skeleton={<CardSkeleton count={1} />}
            data={partData(getWeekdayHours(link.id, dateRange))}
          >
            {(counts) => <WeekdayHoursCard counts={counts} dateRange={dateRange} locale={locale} />}
          </Part>
        )}
        <Part skeleton={<CardSkeleton count={1} tall />} data={report}>
          {({ recentClicks, isFiltered, ...value }) => (
            <RecentClicks
              slug={slug}
              clicks={recentClicks}
              version={statisticsVersion(value.link)}
              at={now.toISOString()}
              isFiltered={isFiltered}
            />
          )}
        </Part>
        <LinkDestinations link={link} />
        <LinkHealth link={link} preview={preview} now={now} />
        {aliases}
        {edits}
      </div>
    </>
  );
}

/**
 * Shows the not-found page for a link that does not exist. An alias leads to the page of its link.
 */
async function existing<T>(slug: string, found: Promise<T>, query: PageQuery): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(isSluglineError(error) && error.code === "not_found")) throw error;
    const own = await findSlugOfAlias(slug);
    if (own !== null) redirect(linkPageHref(own, query));
    notFound();
  }
}

/** How long the statistics wait for the rest of the story once they are read. */
const patienceMs = 1_000;

/** The report with what happened to the link beside its clicks. */
async function withHistory(
  report: Promise<PartData<LinkReport>>,
  history: Promise<PartData<LinkHistory>>,
) {
  const data = await report;
  return data.ok
    ? { ok: true as const, value: { report: data.value, history: await orNull(history) } }
    : data;
}

/** Adds the rank of its first day, which only the story shows. */
async function withRank(
  data: ReturnType<typeof withHistory>,
  report: Promise<PartData<LinkReport>>,
  now: Date,
) {
  const found = report.then((read) =>
    read.ok ? orNull(partData(findFirstDayRank(read.value, now))) : null,
  );
  const [read, rank] = await Promise.all([data, found]);
  return read.ok ? { ok: true as const, value: { ...read.value, rank } } : read;
}

/** Null if it fails or hangs: the statistics do without it. */
async function orNull<T>(reading: Promise<PartData<T>>): Promise<T | null> {
  const data = await partData(withDeadline(reading, patienceMs));
  return data.ok && data.value.ok ? data.value.value : null;
}
