import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getViewer } from "@/components/layout/viewer";
import { LinkAliases } from "@/components/links/page/link-aliases";
import { LinkDestinations } from "@/components/links/page/link-destinations";
import { LastChange, LinkEdits } from "@/components/links/page/link-edits";
import { LinkHead } from "@/components/links/page/link-head";
import { LinkHealth } from "@/components/links/page/link-health";
import { LinkLabels } from "@/components/links/page/link-labels";
import { ReportBreakdowns } from "@/components/stats/breakdown/report-breakdowns";
import { ChannelBoard } from "@/components/stats/channels/channel-board";
import { listMarks } from "@/components/stats/chart/marks";
import { Bots, Details } from "@/components/stats/details/details";
import { DetailsCard } from "@/components/stats/details/details-card";
import { LivePage } from "@/components/stats/feed/live";
import { StoryLine } from "@/components/stats/feed/story-line";
import { WelcomeCard } from "@/components/stats/feed/welcome-card";
import { linkPage, linkPageHref } from "@/components/stats/page-address";
import { comparedWith } from "@/components/stats/report/compared-with";
import { FilterChips } from "@/components/stats/report/filter-chips";
import { PrintHead } from "@/components/stats/report/print-head";
import { TotalsCard } from "@/components/stats/report/report-cards";
import { ReportControls } from "@/components/stats/report/report-controls";
import {
  CardSkeleton,
  RowsSkeleton,
  TotalsSkeleton,
} from "@/components/stats/report/report-skeletons";
import { shownFirst } from "@/components/stats/report/shown-first";
import { statisticsCurl } from "@/components/stats/report/statistics-curl";
import { withBeside } from "@/components/stats/report/with-beside";
import { reportTexts } from "@/components/stats/report-texts";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Card } from "@/components/ui/card";
import { Part } from "@/components/ui/part";
import { env, originOf } from "@/lib/config/env";
import { rangeBefore, storedDays } from "@/lib/core/date-range";
import { isSluglineError } from "@/lib/core/errors";
import { formatDay } from "@/lib/core/format";
import { shortUrlOf } from "@/lib/core/slug";
import { partData } from "@/lib/http/part-data";
import { findSlugOfAlias, listAliases } from "@/lib/links/aliases";
import { findImportedClicks, getLink } from "@/lib/links/get-link";
import { listEdits } from "@/lib/links/list-edits";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { asUndoer } from "@/lib/links/undoer";
import { requireOwner } from "@/lib/owners/require-owner";
import { getPreviewStatus } from "@/lib/previews/preview-status";
import { filterDimensions, hasFilters } from "@/lib/stats/query/filters";
import { type PageQuery, parsePageQuery, toStatisticsQuery } from "@/lib/stats/query/page-query";
import { getChannelBoard } from "@/lib/stats/report/channel-board";
import { findFirstDayRank, getLinkHistory } from "@/lib/stats/report/link-history";
import {
  getInstantLinkReport,
  getLinkReport,
  type LinkReport,
} from "@/lib/stats/report/link-report";
import { listOtherLabels } from "@/lib/stats/report/other-labels";
import { readSetAside } from "@/lib/stats/report/set-aside";
import { listUncounted } from "@/lib/stats/report/uncounted";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";
import { sentence } from "@/lib/texts/sentence";
import type { Texts } from "@/lib/texts/translator";
import { waitingSince } from "@/lib/visits/journal/journal-drained";
import { SingleVisitors } from "./single-visitors";

/** What the client components of the page say. */
const pageTexts = [
  ...reportTexts,
  "form.hosts",
  "form.inPlace",
  "links.actions",
  "links.aliases",
  "links.aside",
  "links.check",
  "links.history",
  "links.moved",
  "links.rules",
  "links.share",
] as const;

type Props = PageProps<"/dashboard/links/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `/${(await params).slug}` };
}

export default async function LinkPage({ params, searchParams }: Props) {
  const owner = await requireOwner("/dashboard/links/[slug]");
  const { slug } = await params;
  const { locale, timeZone } = await getViewer();
  const t = await getTexts("links.page");
  const query = parsePageQuery(await searchParams, timeZone);
  const [events, ranges] = [await getTexts("stats.events"), await getTexts("stats.ranges")];
  const [totalTexts, common] = [await getTexts("stats.totals"), await getTexts("common")];
  const now = new Date();
  const [link, preview] = await Promise.all([
    existing(slug, getLink(slug), query),
    existing(slug, getPreviewStatus(slug), query),
  ]);
  const brokenRule = preview.rules?.find(({ state }) => state === "broken");
  const brokenReason =
    preview.destination === "broken"
      ? (preview.lastReason ?? sentence("asIs", { text: "" }))
      : (brokenRule?.reason ?? null);
  const statistics = toStatisticsQuery(query, link, now);
  const { dateRange, filters } = statistics;
  const hasClicks = link.clickCount > 0 || hasFilters(filters);
  const before = statistics.compare && rangeBefore(dateRange, statistics.compare);
  const report = hasClicks
    ? partData(
        getLinkReport(slug, statistics, {
          breakdowns: Object.values(filterDimensions),
          comparedAt: now,
          hasSetAside: true,
        }),
      )
    : null;
  const board = (
    <Part
      title={t("channels")}
      skeleton={<RowsSkeleton />}
      data={partData(
        Promise.all([
          getChannelBoard(link, dateRange, now, originOf(link.domain), before, filters),
          report,
        ]),
      )}
    >
      {([found, read]) => (
        <ChannelBoard
          {...{ board: found, link, query, now, locale }}
          isCompared={
            read?.ok === true && comparedWith(link, read.value, now, { t: ranges, locale }) !== null
          }
        />
      )}
    </Part>
  );
  const readBots = () => listUncounted(link.id, storedDays(dateRange, now));
  const edits = partData(listEdits(slug));
  const single = partData(readSetAside(link.id, now, asUndoer(owner)));
  const head = (
    <>
      <LinkHead
        {...{ link, brokenReason, moved: preview.moved ?? null, now, timeZone, locale }}
        changed={
          <Part data={edits}>
            {({ changes }) => <LastChange change={changes[0]} now={now} locale={locale} />}
          </Part>
        }
      />
      <LinkLabels link={link} />
      <Part data={single}>
        {(found) => <SingleVisitors {...{ slug, report: found, now, timeZone, locale }} />}
      </Part>
    </>
  );
  const below = (
    <>
      <LinkDestinations {...{ link, timeZone, locale }} />
      <LinkHealth link={link} preview={preview} now={now} />
      <Part
        title={t("aliases")}
        skeleton={<CardSkeleton count={1} />}
        data={partData(listAliases(slug))}
      >
        {(found) => (
          <LinkAliases slug={slug} domain={link.domain} aliases={found} now={now} locale={locale} />
        )}
      </Part>
      <Part title={t("history")} skeleton={null} data={edits}>
        {(found) => <LinkEdits {...{ link, ...found, now, timeZone, locale }} />}
      </Part>
    </>
  );
  if (!report) {
    return (
      <TextsProvider of={pageTexts}>
        {head}
        <div className="flex flex-col gap-4">
          {waitingSince() && <p className="text-secondary text-small">{totalTexts("waiting")}</p>}
          <WelcomeCard link={link} importedClicks={await findImportedClicks(link.id)} now={now}>
            {board}
          </WelcomeCard>
          {link.botHitCount > 0 && (
            <Card aria-label={t("bots")}>
              <Bots {...{ readBots, locale }} />
            </Card>
          )}
          {below}
        </div>
      </TextsProvider>
    );
  }
  const page = linkPage(slug);
  const instant = hasFilters(filters)
    ? partData(getInstantLinkReport(slug, statistics, now))
    : null;
  // Shared, so that it is read once.
  const history = partData(getLinkHistory(link, dateRange, now));
  const rank = report.then((read) =>
    read.ok ? partData(findFirstDayRank(read.value, now)) : read,
  );
  const story = withBeside(report, { history, rank });
  const totals = withBeside(shownFirst(report, instant, query.chart), { history, single });
  return (
    <TextsProvider of={pageTexts}>
      <PrintHead title={shortUrlOf(slug, originOf(link.domain))} {...{ dateRange, locale }} />
      {head}
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <ReportControls
          {...{ page, query, now, dateRange, locale }}
          subject={link}
          curl={statisticsCurl(
            `/api/links/${slug}/stats`,
            link,
            query,
            env().DASHBOARD_ORIGIN,
            now,
          )}
          hasClickFiles
          shares={{ slug }}
        />
      </div>
      <FilterChips {...{ page, query, locale }} />
      <div data-report className="flex flex-col gap-4">
        <Part title={common("nav.statistics")} skeleton={<TotalsSkeleton />} data={totals}>
          {({ report: shown, beside: { history: known, single: visits } }) => (
            <TotalsCard
              {...{ page, subject: link, report: shown, query, now, locale }}
              visitors={totalTexts("visitorsOfLink")}
              full={"known" in shown ? report : undefined}
              botHits={known?.botHits ?? null}
              marks={listMarks(shown, known, now, events, visits?.found)}
              ever={everOf(shown, totalTexts, locale)}
              note={
                <>
                  {shown.importedClicks > 0 && (
                    <span>{totalTexts("beforeSlugline", { count: shown.importedClicks })}</span>
                  )}
                  {shown.setAside !== null && shown.setAside > 0 && (
                    <span>{totalTexts("setAside", { count: shown.setAside })}</span>
                  )}
                </>
              }
            />
          )}
        </Part>
        <div className="min-h-6">
          <Part data={story}>
            {({ report, beside }) => <StoryLine {...{ report, ...beside, query, now, locale }} />}
          </Part>
        </div>
        <ReportBreakdowns
          {...{ report, instant, page, subject: link, query, now, locale, board }}
          others={listOtherLabels(
            (wanted, options) => getLinkReport(slug, wanted, options),
            statistics,
            now,
            // The board has them.
            { hasChannels: false },
          )}
        />
        <DetailsCard
          {...{ page, query }}
          tabs={["clicks", "hours", "bots"]}
          live={
            <LivePage
              of={{ slug }}
              version={statisticsVersion(link)}
              isFiltered={hasFilters(filters)}
            />
          }
        >
          <Details
            {...{ dateRange, readBots, report, now, locale }}
            more={query.more}
            readHours={() => getWeekdayHours(link.id, dateRange, filters)}
          />
        </DetailsCard>
        {below}
      </div>
    </TextsProvider>
  );
}

/** The numbers that follow neither the date range nor filters. */
function everOf(
  { link, dateRange, firstDayClicks, importedClicks }: LinkReport,
  t: Texts<"stats.totals">,
  locale: string,
): string {
  const date = formatDay(new Date(link.createdAt), {
    year: "always",
    timeZone: dateRange.timeZone,
    locale,
  });
  return [
    t("everOfLink", { count: link.clickCount, date, first: firstDayClicks, hours: 24 }),
    ...(importedClicks > 0 ? [t("importedApart")] : []),
  ].join(" ");
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
