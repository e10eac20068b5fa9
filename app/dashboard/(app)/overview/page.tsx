import type { Metadata, Route } from "next";
import Link from "next/link";
import { type ReactNode, Suspense } from "react";
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
import { Card } from "@/components/ui/card";
import { CardBoundary } from "@/components/ui/card-boundary";
import { cn } from "@/components/ui/cn";
import { Segmented, segmentStyle } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { formatDay, formatTime } from "@/lib/core/format";
import { listLinkIssues } from "@/lib/links/list-link-issues";
import { requireOwner } from "@/lib/owners/require-owner";
import { getGlobalStatistics } from "@/lib/stats/global-statistics";
import { listLatestClicks } from "@/lib/stats/latest-clicks";
import { getOverview, type Overview } from "@/lib/stats/overview";
import { getSparklines } from "@/lib/stats/sparklines";

export const metadata: Metadata = { title: "Overview" };

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
  const overview = getOverview(days, now);
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
        <Part title="Totals" skeleton="h-[109px]">
          <Totals overview={overview} days={days} locale={locale} now={now} />
        </Part>
        <Part title="Clicks by day" skeleton="h-[328px]">
          <Chart overview={overview} days={days} />
        </Part>
        <div className="grid grid-cols-1 items-stretch gap-4 md:grid-cols-2 [&>*]:min-w-0">
          <Part title="Top links" skeleton="h-[270px]">
            <Top now={now} locale={locale} />
          </Part>
          <Part title="Link issues" skeleton="h-[270px]">
            <Worrying now={now} />
          </Part>
        </div>
        <Part title="Latest clicks" skeleton="h-[376px]">
          <Latest now={now} />
        </Part>
      </div>
    </>
  );
}

async function Totals({ overview, ...shown }: { overview: Promise<Overview>; days: number; locale: string; now: Date }) {
  return <OverviewTotals overview={await overview} {...shown} />;
}

async function Chart({ overview, days }: { overview: Promise<Overview>; days: number }) {
  const data = await overview;
  if (data.links.total === 0) return <NoLinksYet baseUrl={env().BASE_URL} />;
  const points = (part: Overview["days"]) => part.map(({ date, clicks }) => ({ start: date, count: clicks }));
  return (
    <Card>
      <DayChart
        title="Clicks by day"
        points={points(data.days)}
        before={points(data.previous.days)}
        beforeName={`Previous ${days} days`}
        openName="Today"
      />
    </Card>
  );
}

async function Top({ now, locale }: { now: Date; locale: string }) {
  const { topLinks, totalLinks } = await getGlobalStatistics(now);
  const ids = topLinks.map(({ id }) => id);
  return <TopLinks links={topLinks} total={totalLinks} sparks={await getSparklines(ids, sparkDays, now)} now={now} locale={locale} />;
}

const mostIssues = 5;

async function Worrying({ now }: { now: Date }) {
  return <LinkIssues {...(await listLinkIssues(mostIssues, now))} now={now} />;
}

const latestLength = 8;

async function Latest({ now }: { now: Date }) {
  return <LatestClicks clicks={await listLatestClicks(latestLength)} at={now.toISOString()} />;
}

/** A section that streams in, has a skeleton of its final size, and fails on its own. */
function Part({ title, skeleton, children }: { title: string; skeleton: string; children: ReactNode }) {
  return (
    <CardBoundary title={title}>
      <Suspense fallback={<Skeleton className={cn("rounded-card", skeleton)} />}>{children}</Suspense>
    </CardBoundary>
  );
}
