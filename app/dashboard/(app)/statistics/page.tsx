import type { Metadata } from "next";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { statisticsPage } from "@/components/links/links-href";
import { ReportBreakdowns } from "@/components/stats/breakdown/report-breakdowns";
import { WeekdayHoursCard } from "@/components/stats/chart/weekday-hours-card";
import { LatestClicks } from "@/components/stats/feed/latest-clicks";
import { NoClicks, RefusedScope } from "@/components/stats/report/empty-scope";
import { FilterChips } from "@/components/stats/report/filter-chips";
import { ReportControls } from "@/components/stats/report/report-controls";
import { CardSkeleton, TotalsSkeleton } from "@/components/stats/report/report-skeletons";
import { ScopePicker } from "@/components/stats/report/scope-picker";
import { ScopeTotalsCard } from "@/components/stats/report/scope-totals-card";
import { shownFirst } from "@/components/stats/report/shown-first";
import { statisticsCurl } from "@/components/stats/report/statistics-curl";
import { TopLinksCard } from "@/components/stats/report/top-links-card";
import { Part } from "@/components/ui/part";
import { env } from "@/lib/config/env";
import { storedDays } from "@/lib/core/date-range";
import { isSluglineError, type SluglineError } from "@/lib/core/errors";
import { formatNumber } from "@/lib/core/format";
import { type PartData, partData } from "@/lib/http/part-data";
import { listTagColors } from "@/lib/links/tags";
import { requireOwner } from "@/lib/owners/require-owner";
import {
  type PageQuery,
  parsePageQuery,
  type SearchParams,
  toStatisticsQuery,
} from "@/lib/stats/query/page-query";
import { hasFilters } from "@/lib/stats/query/query";
import { parseScope, type ReportScope } from "@/lib/stats/query/report-scope";
import { listOtherLabels } from "@/lib/stats/report/other-labels";
import type { Report } from "@/lib/stats/report/report";
import {
  getInstantScopeReport,
  getScopeBotHits,
  getScopeCounts,
  getScopeReport,
  getScopeTotals,
  getScopeWeekdayHours,
  subjectOf,
} from "@/lib/stats/report/scope-report";
import type { ScopeTotals } from "@/lib/stats/report/scope-totals";

export const metadata: Metadata = { title: "Statistics" };

export default async function StatisticsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  await requireOwner("/dashboard/statistics");
  const given = await searchParams;
  const { locale, timeZone } = await getViewer();
  const [scope, query] = [parseScope(given), parsePageQuery(given, timeZone)];
  const [found, colors] = await Promise.all([findTotals(scope), partData(listTagColors())]);
  const totals = isSluglineError(found) ? null : found;
  return (
    <>
      <PageHead title="Statistics" note={totals && linkCount(totals.links, locale)} />
      <ScopePicker scope={scope} query={query} colors={colors.ok ? colors.value : new Map()} />
      {isSluglineError(found) ? (
        <RefusedScope refusal={found} query={query} />
      ) : found.clickCount === 0 && !hasFilters(query.filters) ? (
        <NoClicks scope={scope} totals={found} query={query} apiUrl={env().DASHBOARD_ORIGIN} />
      ) : (
        <Statistics {...{ scope, totals: found, query, locale }} />
      )}
    </>
  );
}

const linkCount = (count: number, locale: string) =>
  `${formatNumber(count, locale)} ${count === 1 ? "link" : "links"}`;

/** The reason if there is no such tag or link, or if there are too many links. */
async function findTotals(scope: ReportScope): Promise<ScopeTotals | SluglineError> {
  try {
    return await getScopeTotals(scope);
  } catch (error) {
    if (
      isSluglineError(error) &&
      (error.code === "not_found" || error.code === "validation_failed")
    )
      return error;
    throw error;
  }
}

interface StatisticsProps {
  scope: ReportScope;
  totals: ScopeTotals;
  query: PageQuery;
  locale: string;
}

function Statistics({ scope, totals, query, locale }: StatisticsProps) {
  const now = new Date();
  const page = statisticsPage(scope);
  const subject = subjectOf(totals, now);
  const statistics = toStatisticsQuery(query, subject, now);
  const { dateRange, filters } = statistics;
  const isFiltered = hasFilters(filters);
  const report = partData(getScopeReport(scope, statistics));
  const instant = isFiltered ? partData(getInstantScopeReport(scope, statistics)) : null;
  const botHits = partData(getScopeBotHits(scope, storedDays(dateRange, now)));
  return (
    <>
      <ReportControls
        {...{ page, subject, query, now, dateRange }}
        curl={statisticsCurl(apiPath(scope), subject, query, env().DASHBOARD_ORIGIN, now)}
      />
      <FilterChips page={page} query={query} />
      <div className="flex flex-col gap-4">
        <Part
          title="Statistics"
          skeleton={<TotalsSkeleton />}
          data={withBotHits(shownFirst<Report>(report, instant, query.chart), botHits)}
        >
          {(shown) => (
            <ScopeTotalsCard
              {...{ page, subject, query, now, locale, totals, ...shown }}
              full={"known" in shown.report ? report : undefined}
            />
          )}
        </Part>
        <ReportBreakdowns
          {...{ report, instant, page, query, locale }}
          others={listOtherLabels(
            (wanted, options) => getScopeCounts(scope, wanted, options),
            statistics,
          )}
        >
          <Part skeleton={<CardSkeleton count={1} />} data={report}>
            {({ topLinks }) => (
              <TopLinksCard links={topLinks} {...{ dateRange, now, query, locale }} />
            )}
          </Part>
        </ReportBreakdowns>
        {dateRange.days >= 7 && !isFiltered && (
          <Part
            title="Weekdays and hours"
            skeleton={<CardSkeleton count={1} />}
            data={partData(getScopeWeekdayHours(scope, dateRange))}
          >
            {(counts) => <WeekdayHoursCard counts={counts} dateRange={dateRange} locale={locale} />}
          </Part>
        )}
        <Part skeleton={<CardSkeleton count={1} tall />} data={report}>
          {({ recentClicks }) => (
            <LatestClicks
              clicks={recentClicks}
              at={now.toISOString()}
              of={{ by: "totals", ...Object.fromEntries(new URLSearchParams(page.split("?")[1])) }}
              last={totals.lastClickedAt ?? ""}
              isFiltered={isFiltered}
            />
          )}
        </Part>
      </div>
    </>
  );
}

/** Fails only if the report does. */
async function withBotHits(
  report: Promise<PartData<Report>>,
  botHits: Promise<PartData<Map<string, number>>>,
) {
  const [data, hits] = await Promise.all([report, botHits]);
  return data.ok
    ? { ok: true as const, value: { report: data.value, botHits: hits.ok ? hits.value : null } }
    : data;
}

/** The same links in the API, which takes each tag and slug by itself. */
function apiPath({ tag = [], tagMode, slug = [] }: ReportScope): string {
  const parameters = new URLSearchParams([
    ...tag.map((name) => ["tag", name]),
    ...(tagMode === "all" ? [["tagMode", "all"]] : []),
    ...slug.map((each) => ["slug", each]),
  ]);
  return `/api/stats/report${parameters.size > 0 ? `?${parameters}` : ""}`;
}
