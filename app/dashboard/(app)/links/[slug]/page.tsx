import { GitCompareArrows } from "lucide-react";
import type { Metadata } from "next";
import NextLink from "next/link";
import { notFound } from "next/navigation";
import { getViewer } from "@/components/layout/viewer";
import { LinkHead } from "@/components/links/link-head";
import { LinkHealth } from "@/components/links/link-health";
import { ChannelBoard } from "@/components/stats/channel-board";
import { ExportMenu } from "@/components/stats/export-menu";
import { FilterChips } from "@/components/stats/filter-chips";
import { LinkBreakdowns } from "@/components/stats/link-breakdowns";
import { linkPageHref } from "@/components/stats/page-address";
import { RangeKeys } from "@/components/stats/range-keys";
import { comparedName, ranges } from "@/components/stats/range-names";
import { RangeTabs } from "@/components/stats/range-tabs";
import { RecentClicks } from "@/components/stats/recent-clicks";
import { TotalsCard } from "@/components/stats/report-cards";
import { CardSkeleton, TotalsSkeleton } from "@/components/stats/report-skeletons";
import { statisticsCurl } from "@/components/stats/statistics-curl";
import { UncountedCard } from "@/components/stats/uncounted-card";
import { chipStyle } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { Part } from "@/components/ui/part";
import { Waiting } from "@/components/ui/waiting";
import { env } from "@/lib/config/env";
import { lastDays } from "@/lib/core/date-range";
import { SluglineError } from "@/lib/core/errors";
import { formatDay } from "@/lib/core/format";
import { type PartData, partData } from "@/lib/http/part-data";
import { getLink } from "@/lib/links/get-link";
import type { Link } from "@/lib/links/link";
import { statisticsVersion } from "@/lib/links/statistics-version";
import { requireOwner } from "@/lib/owners/require-owner";
import { getPreviewStatus } from "@/lib/previews/preview-status";
import { getChannelBoard } from "@/lib/stats/channel-board";
import { getLinkReport, type LinkReport } from "@/lib/stats/link-report";
import { listOtherLabels } from "@/lib/stats/other-labels";
import { type PageQuery, parsePageQuery, toStatisticsQuery } from "@/lib/stats/page-query";
import { listUncounted } from "@/lib/stats/uncounted";

type Props = PageProps<"/dashboard/links/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `/${(await params).slug}` };
}

export default async function LinkPage({ params, searchParams }: Props) {
  await requireOwner();
  const { slug } = await params;
  const query = parsePageQuery(await searchParams);
  const now = new Date();
  const report = partData(getLinkReport(slug, toStatisticsQuery(query, now)));
  const [link, preview, { locale }] = await Promise.all([existing(getLink(slug)), existing(getPreviewStatus(slug)), getViewer()]);
  const dateRange = lastDays(query.days, now);
  return (
    <>
      <LinkHead link={link} previewFailure={preview.lastReason} now={now} />
      <PageControls link={link} query={query} now={now} />
      <FilterChips slug={slug} query={query} />
      <div className="flex flex-col gap-4">
        <Part title="Statistics" skeleton={<TotalsSkeleton />} data={report}>
          {(value) => <TotalsCard report={value} query={query} now={now} locale={locale} />}
        </Part>
        <Part
          title="Places where it is shared"
          skeleton={<CardSkeleton count={1} />}
          data={partData(getChannelBoard(link, dateRange, now, env().BASE_URL))}
        >
          {(board) => <ChannelBoard {...{ board, link, query, now, locale }} />}
        </Part>
        <div className="grid items-stretch gap-4 min-[900px]:grid-cols-2 [&>*]:min-w-0">
          <Part skeleton={<CardSkeleton count={5} />} data={withOthers(report, listOtherLabels(slug, toStatisticsQuery(query, now)))}>
            {([value, others]) => <LinkBreakdowns report={value} others={others} link={link} query={query} />}
          </Part>
          <Part title="Bots and previews" skeleton={<CardSkeleton count={1} />} data={partData(listUncounted(link.id, dateRange))}>
            {(entries) => <UncountedCard entries={entries} locale={locale} />}
          </Part>
        </div>
        <Part skeleton={<CardSkeleton count={1} tall />} data={report}>
          {({ recentClicks, isFiltered, ...value }) => (
            <RecentClicks slug={slug} clicks={recentClicks} version={statisticsVersion(value.link)} at={now.toISOString()} isFiltered={isFiltered} />
          )}
        </Part>
        <LinkHealth link={link} preview={preview} now={now} />
      </div>
      <RangeKeys hrefs={Object.fromEntries(ranges.map(({ key, days }) => [key.toLowerCase(), linkPageHref(slug, query, { days })]))} />
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

function PageControls({ link, query, now }: { link: Link; query: PageQuery; now: Date }) {
  const { days, compare } = query;
  const { since } = lastDays(days, now);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <RangeTabs days={days} href={(next) => linkPageHref(link.slug, query, { days: next })} keys className="max-sm:w-full" />
      <NextLink
        href={linkPageHref(link.slug, query, { compare: !compare })}
        prefetch={false}
        scroll={false}
        aria-current={compare ? "true" : undefined}
        aria-label="Compare with previous period"
        title={`${comparedName(days)}, so weekdays line up`}
        className={chipStyle({ on: compare, size: "tall", className: "relative" })}
      >
        <GitCompareArrows aria-hidden />
        Previous period
        <Waiting className="absolute inset-x-3 bottom-0.5" />
      </NextLink>
      <span className="text-label text-tertiary tabular-nums max-sm:hidden">
        {days === 1
          ? `${formatDay(now, { year: now })}, since 00:00 UTC`
          : `${formatDay(since, { year: now })} to ${formatDay(now, { year: now })}, days in UTC`}
      </span>
      <div className="ml-auto flex items-center gap-1 max-sm:ml-0 max-sm:w-full max-sm:justify-between">
        <CopyButton text={statisticsCurl(link.slug, query, env().BASE_URL)} what="the curl command" variant="ghost">
          Copy as curl
        </CopyButton>
        <ExportMenu slug={link.slug} query={query} />
      </div>
    </div>
  );
}

type Others = Awaited<ReturnType<typeof listOtherLabels>>;

/** Fails only if the report does. */
async function withOthers(report: Promise<PartData<LinkReport>>, others: Promise<Others>): Promise<PartData<[LinkReport, Others]>> {
  const [data, beside] = await Promise.all([report, partData(others)]);
  return data.ok ? { ok: true, value: [data.value, beside.ok ? beside.value : {}] } : data;
}
