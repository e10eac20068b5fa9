import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { getViewer } from "@/components/layout/viewer";
import { statisticsPage } from "@/components/links/links-href";
import { BreakdownCard } from "@/components/stats/breakdown/breakdown-card";
import { ReportBreakdowns } from "@/components/stats/breakdown/report-breakdowns";
import { toLinkBreakdown } from "@/components/stats/breakdown/to-breakdown";
import type { OtherReport } from "@/components/stats/chart/report-chart";
import { CampaignRows } from "@/components/stats/details/campaign-rows";
import { Details } from "@/components/stats/details/details";
import { DetailsCard } from "@/components/stats/details/details-card";
import { LivePage } from "@/components/stats/feed/live";
import { comparedWith } from "@/components/stats/report/compared-with";
import { NoClicks, RefusedScope } from "@/components/stats/report/empty-scope";
import { PrintHead } from "@/components/stats/report/print-head";
import { TotalsCard } from "@/components/stats/report/report-cards";
import { ReportControls } from "@/components/stats/report/report-controls";
import { ReportHead, ScopeOfPage } from "@/components/stats/report/report-head";
import {
  CardSkeleton,
  RowsSkeleton,
  TotalsSkeleton,
} from "@/components/stats/report/report-skeletons";
import { otherName, scopeName } from "@/components/stats/report/scope-name";
import { shownFirst } from "@/components/stats/report/shown-first";
import { statisticsCurl } from "@/components/stats/report/statistics-curl";
import { withBeside } from "@/components/stats/report/with-beside";
import { reportTexts } from "@/components/stats/report-texts";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Part } from "@/components/ui/part";
import { env } from "@/lib/config/env";
import { storedDays } from "@/lib/core/date-range";
import { isSluglineError, type SluglineError } from "@/lib/core/errors";
import { formatDay } from "@/lib/core/format";
import { type PartData, partData } from "@/lib/http/part-data";
import type { Link } from "@/lib/links/link";
import { requireOwner } from "@/lib/owners/require-owner";
import { browseLinks, browseQuerySchema } from "@/lib/stats/list/browse-links";
import { withChannel } from "@/lib/stats/query/change-filters";
import { absentLabel } from "@/lib/stats/query/filter-parameters";
import { hasFilters } from "@/lib/stats/query/filters";
import {
  type PageQuery,
  parsePageQuery,
  type SearchParams,
  type Subject,
  toStatisticsQuery,
} from "@/lib/stats/query/page-query";
import type { StatisticsQuery } from "@/lib/stats/query/query";
import {
  type OtherScope,
  parseOther,
  parseScope,
  type ReportScope,
} from "@/lib/stats/query/report-scope";
import { getCampaigns } from "@/lib/stats/report/campaigns";
import { listOtherLabels } from "@/lib/stats/report/other-labels";
import type { Report } from "@/lib/stats/report/report";
import {
  getInstantScopeReport,
  getScopeBotHits,
  getScopeCounts,
  getScopeReport,
  getScopeTotals,
  getScopeUncounted,
  getScopeWeekdayHours,
  listedLinks,
  subjectOf,
} from "@/lib/stats/report/scope-report";
import type { ScopeTotals } from "@/lib/stats/report/scope-totals";
import type { Texts } from "@/lib/texts/translator";
import { waitingSince } from "@/lib/visits/journal/journal-drained";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("common"))("nav.statistics") };
}

export default async function StatisticsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  await requireOwner("/dashboard/statistics");
  const given = await searchParams;
  const { locale, timeZone } = await getViewer();
  const [scope, query] = [parseScope(given), parsePageQuery(given, timeZone)];
  const chosen = parseOther(given);
  const [found, totals] = await Promise.all([findTotals(scope), chosen && findTotals(chosen)]);
  const other = chosen && totals && { scope: chosen, totals };
  if (!isSluglineError(found) && (found.clickCount > 0 || hasFilters(query.filters)))
    return (
      <TextsProvider of={reportTexts}>
        <Statistics {...{ scope, totals: found, other, query, locale }} />
      </TextsProvider>
    );
  return (
    <TextsProvider of={reportTexts}>
      <ReportHead>
        {(scope.tag || scope.slug) && (
          <ScopeOfPage
            chosen={{ scope, other: chosen, query }}
            page={statisticsPage(scope, chosen)}
            locale={locale}
          />
        )}
      </ReportHead>
      {isSluglineError(found) ? (
        <RefusedScope refusal={found} other={chosen} query={query} />
      ) : (
        <NoClicks
          {...{ scope, query }}
          totals={found}
          isWaiting={waitingSince() !== null}
          newest={found.links > 0 ? await newestActive(scope) : []}
          other={chosen}
        />
      )}
    </TextsProvider>
  );
}

/** A few links to share. */
async function newestActive(scope: ReportScope): Promise<Link[]> {
  const query = browseQuerySchema.parse({ ...scope, state: "active" });
  return (await browseLinks(query, new Date())).links.slice(0, 3);
}

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
  /** What stands beside it in the chart. */
  other: { scope: OtherScope; totals: ScopeTotals | SluglineError } | null;
  query: PageQuery;
  locale: string;
}

function Statistics({ scope, totals, other, query, locale }: StatisticsProps) {
  const [t, totalTexts] = [useTexts("stats.scope"), useTexts("stats.totals")];
  const said = { t: useTexts("stats.ranges"), locale };
  const labels = useTexts("stats.labels");
  const [cards, common] = [useTexts("stats.cards"), useTexts("common")];
  const now = new Date();
  const page = statisticsPage(scope, other?.scope);
  const subject = subjectOf(totals, now);
  const charted = withOther(subject, other, now);
  const statistics = toStatisticsQuery(query, charted, now);
  const { dateRange, filters } = statistics;
  const isFiltered = hasFilters(filters);
  const report = partData(
    getScopeReport(scope, statistics, { comparedAt: now, topLinks: listedLinks }),
  );
  const instant = isFiltered ? partData(getInstantScopeReport(scope, statistics, now)) : null;
  const others = listOtherLabels(
    (wanted, options) => getScopeCounts(scope, wanted, options),
    statistics,
    now,
  );
  const botHits = partData(getScopeBotHits(scope, storedDays(dateRange, now)));
  const secondLine = other && partData(readOther(other, statistics, labels, now));
  const count = { count: totals.links };
  const chosen = { scope, other: other?.scope ?? null, query };
  const name = scopeName(scope, query, {
    ...{ t, labels, filters: useTexts("stats.filters"), locale },
  });
  const ever = totalTexts("ever", {
    count: totals.clickCount,
    date: formatDay(new Date(subject.createdAt), {
      year: "always",
      timeZone: dateRange.timeZone,
      locale,
    }),
  });
  return (
    <>
      <PrintHead title={t("titleOf", { scope: name })} {...{ dateRange, locale }} />
      <ReportHead>
        <ReportControls
          {...{ page, query, now, dateRange, locale, chosen }}
          subject={charted}
          curl={statisticsCurl(apiPath(scope), subject, query, env().DASHBOARD_ORIGIN, now)}
          shares={sharedSubject(scope, query)}
        >
          <ScopeOfPage {...{ chosen, page, locale }} />
        </ReportControls>
      </ReportHead>
      <div data-report className="flex flex-col gap-4">
        <Part
          title={common("nav.statistics")}
          skeleton={<TotalsSkeleton />}
          data={withFull(
            withBeside(shownFirst<Report>(report, other ? null : instant, query.chart), {
              botHits,
            }),
            secondLine,
          )}
        >
          {({ report: shown, beside, full: found }) => (
            <TotalsCard
              {...{ page, subject, charted, query, now, locale, ever }}
              visitors={totalTexts("visitorsMeaning")}
              report={shown}
              botHits={beside.botHits}
              name={name}
              other={found?.ok ? found.value : null}
              otherFailure={found?.ok === false ? found.failure.sentence : undefined}
              first="since"
              full={"known" in shown ? report : undefined}
            />
          )}
        </Part>
        <ReportBreakdowns
          {...{ report, instant, others, page, subject, query, now, locale }}
          links={
            <Part skeleton={<CardSkeleton count={1} />} data={report}>
              {(value) => (
                <BreakdownCard
                  title={cards("titles.links")}
                  breakdowns={[
                    toLinkBreakdown(value, comparedWith(subject, value, now, said), cards),
                  ]}
                  {...{ page, query }}
                  foot={
                    // The list has no filter for chosen slugs, nor for labels of clicks.
                    !scope.slug?.length && (
                      <NextLink
                        href={listHref(scope)}
                        prefetch={false}
                        className="rounded-bar underline-offset-3 hover:underline max-sm:-my-3 max-sm:py-3"
                      >
                        {isFiltered ? t("list") : t("allCounted", count)}
                      </NextLink>
                    )
                  }
                />
              )}
            </Part>
          }
        />
        <DetailsCard
          {...{ page, query }}
          tabs={["clicks", "hours", "campaigns", "bots"]}
          live={
            <LivePage
              of={{ by: "totals", ...Object.fromEntries(new URLSearchParams(page.split("?")[1])) }}
              version={totals.lastClickedAt ?? ""}
              isFiltered={isFiltered}
            />
          }
        >
          <Details
            {...{ dateRange, report, now, locale }}
            more={query.more}
            readHours={() => getScopeWeekdayHours(scope, dateRange, filters)}
            readBots={() => getScopeUncounted(scope, storedDays(dateRange, now))}
            campaigns={() => (
              <Part
                title={t("campaigns")}
                skeleton={<RowsSkeleton />}
                data={partData(Promise.all([getCampaigns(scope, statistics, now), report]))}
              >
                {([campaigns, found]) => (
                  <TextsProvider of={["stats.campaigns"]}>
                    <CampaignRows
                      {...{ campaigns, page, query, locale }}
                      isCompared={
                        found.ok && comparedWith(subject, found.value, now, said) !== null
                      }
                    />
                  </TextsProvider>
                )}
              </Part>
            )}
          />
        </DetailsCard>
      </div>
    </>
  );
}

type Other = NonNullable<StatisticsProps["other"]>;

/** The chart begins with the older of both. */
function withOther(subject: Subject, other: Other | null, now: Date): Subject {
  if (!other || isSluglineError(other.totals)) return subject;
  const [createdAt] = [subject.createdAt, subjectOf(other.totals, now).createdAt].sort();
  return { ...subject, createdAt: createdAt ?? subject.createdAt };
}

async function readOther(
  { scope, totals }: Other,
  { filters, ...statistics }: StatisticsQuery,
  labels: Texts<"stats.labels">,
  now: Date,
): Promise<OtherReport> {
  if (isSluglineError(totals)) throw totals;
  const { campaign, channel } = scope;
  const { utm_campaign: _, ...others } = withChannel(filters, null);
  const own = campaign ? { ...others, utm_campaign: { is: [campaign], isNot: [] } } : others;
  const isPart = Boolean(campaign ?? channel);
  const wanted = isPart ? withChannel(own, channel ?? null) : filters;
  const [report, botHits] = await Promise.all([
    getScopeCounts(
      scope,
      { ...statistics, filters: wanted, compare: null },
      { breakdowns: [], recent: 0 },
    ),
    isPart ? null : getScopeBotHits(scope, storedDays(statistics.dateRange, now)),
  ]);
  return { name: otherName(scope, labels), report, botHits };
}

/** With what is as important, and may fail by itself. */
async function withFull<R extends object, F>(
  report: Promise<PartData<R>>,
  full: Promise<PartData<F>> | null,
): Promise<PartData<R & { full: PartData<F> | null }>> {
  const [data, beside] = await Promise.all([report, full]);
  return data.ok ? { ok: true, value: { ...data.value, full: beside } } : data;
}

/** The link, tag or campaign that the page is about alone. */
function sharedSubject({ tag = [], slug = [] }: ReportScope, { filters }: PageQuery) {
  const named = [...tag.map((tag) => ({ tag })), ...slug.map((slug) => ({ slug }))];
  const { utm_campaign: campaign, ...others } = filters;
  if (hasFilters(others) || (campaign?.isNot.length ?? 0) > 0) return null;
  const campaigns = [
    ...(campaign?.is ?? []).filter((label) => label !== absentLabel("utm_campaign")),
    ...(campaign?.named ?? []).filter(Boolean),
  ];
  if (campaign && campaigns.length === 0) return null;
  const subjects = [...named, ...campaigns.map((campaign) => ({ campaign }))];
  return (subjects.length === 1 && subjects[0]) || null;
}

/** The list of these links, by clicks. */
function listHref({ tag = [], tagMode }: ReportScope): Route {
  const parameters = new URLSearchParams({ sort: "clicks" });
  if (tag.length > 0) parameters.set("tag", tag.join(","));
  if (tagMode === "all") parameters.set("tagMode", "all");
  return `/dashboard/links?${parameters}` as Route;
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
