import type { Metadata, Route } from "next";
import Link from "next/link";
import { z } from "zod";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { LinkIssues } from "@/components/links/link-issues";
import { sparkDays } from "@/components/links/link-spark";
import { NoLinksYet } from "@/components/links/no-links";
import { QuickCreate } from "@/components/links/quick-create";
import { TopLinks } from "@/components/links/top-links";
import { DayChart } from "@/components/stats/day-chart";
import { LatestClicks } from "@/components/stats/latest-clicks";
import { OverviewTotals } from "@/components/stats/overview-totals";
import { TopPlaces } from "@/components/stats/top-places";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Part } from "@/components/ui/part";
import { Segmented, segmentStyle } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { formatDay, formatTime } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { listLinkIssues } from "@/lib/links/list-link-issues";
import { requireOwner } from "@/lib/owners/require-owner";
import { getGlobalStatistics } from "@/lib/stats/global-statistics";
import { listLatestClicks } from "@/lib/stats/latest-clicks";
import { getOverview, type Overview } from "@/lib/stats/overview";
import { rankPlaces } from "@/lib/stats/rank-places";
import { getSparklines } from "@/lib/stats/sparklines";

export const metadata: Metadata = { title: "Overview" };

const mostIssues = 5;
const latestLength = 8;
const ranges = [7, 30, 90];
const daysSchema = z.coerce
  .number()
  .refine((days) => ranges.includes(days))
  .catch(30);

export default async function OverviewPage({ searchParams }: { searchParams: Promise<{ days?: string }> }) {
  await requireOwner();
  const days = daysSchema.parse((await searchParams).days);
  const now = new Date();
  const { locale } = await getViewer();
  const overview = partData(getOverview(days, now));
  return (
    <>
      <PageHead
        title="Overview"
        note={<span className="max-sm:hidden">{`${formatDay(now, { year: now, weekday: true })}, ${formatTime(now)} UTC`}</span>}
      >
        <Segmented label="Range" small>
          {ranges.map((range) => (
            <Link
              key={range}
              href={`/dashboard/overview?days=${range}` as Route}
              prefetch={false}
              scroll={false}
              aria-current={range === days ? "true" : undefined}
              className={segmentStyle({ on: range === days })}
            >
              {range} d
            </Link>
          ))}
        </Segmented>
      </PageHead>
      <div className="flex flex-col gap-4">
        <QuickCreate />
        <Part title="Totals" skeleton={skeleton("h-[109px]")} data={overview}>
          {(value) => <OverviewTotals overview={value} days={days} locale={locale} now={now} />}
        </Part>
        <Part title="Clicks by day" skeleton={skeleton("h-[328px]")} data={overview}>
          {(value) => <Chart overview={value} days={days} />}
        </Part>
        <div className="grid grid-cols-1 items-stretch gap-4 md:grid-cols-2 [&>*]:min-w-0">
          <Part title="Top links" skeleton={skeleton("h-[270px]")} data={partData(findTopLinks(now))}>
            {(found) => <TopLinks {...found} now={now} locale={locale} />}
          </Part>
          <Part title="Link issues" skeleton={skeleton("h-[270px]")} data={partData(listLinkIssues(mostIssues, now))}>
            {(found) => <LinkIssues {...found} now={now} />}
          </Part>
        </div>
        <Part title="Where links are shared" skeleton={skeleton("h-[270px]")} data={partData(rankPlaces(days, now))}>
          {(ranking) => <TopPlaces {...{ ranking, days, now, locale }} />}
        </Part>
        <Part title="Latest clicks" skeleton={skeleton("h-[376px]")} data={partData(listLatestClicks(latestLength))}>
          {(clicks) => <LatestClicks clicks={clicks} at={now.toISOString()} />}
        </Part>
      </div>
    </>
  );
}

function Chart({ overview: { links, days: shown, previous }, days }: { overview: Overview; days: number }) {
  if (links.total === 0) return <NoLinksYet baseUrl={env().BASE_URL} />;
  const points = (part: Overview["days"]) => part.map(({ date, clicks }) => ({ start: date, count: clicks }));
  return (
    <Card>
      <DayChart title="Clicks by day" points={points(shown)} before={points(previous.days)} beforeName={`Previous ${days} days`} openName="Today" />
    </Card>
  );
}

async function findTopLinks(now: Date) {
  const { topLinks, totalLinks } = await getGlobalStatistics(now);
  const ids = topLinks.map(({ id }) => id);
  return { links: topLinks, total: totalLinks, sparks: await getSparklines(ids, sparkDays, now) };
}

function skeleton(height: string) {
  return <Skeleton className={cn("rounded-card", height)} />;
}
