import type { Metadata, Route } from "next";
import Link from "next/link";
import { z } from "zod";
import { PageHead } from "@/components/layout/page-header";
import { getServerChecks } from "@/components/layout/server-checks";
import { getViewer } from "@/components/layout/viewer";
import { sparkDays } from "@/components/links/link-spark";
import { QuickCreate } from "@/components/links/quick-create";
import { TopLinks } from "@/components/links/top-links";
import { DayChart } from "@/components/stats/day-chart";
import { Feed } from "@/components/stats/feed";
import { LatestClicks } from "@/components/stats/latest-clicks";
import { OverviewTotals } from "@/components/stats/overview-totals";
import { TopPlaces } from "@/components/stats/top-places";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { Part } from "@/components/ui/part";
import { Segmented, segmentStyle } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { lastDays } from "@/lib/core/date-range";
import { formatDay, formatTime } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { countLinks } from "@/lib/links/count-links";
import { requireOwner } from "@/lib/owners/require-owner";
import { listFeed } from "@/lib/stats/feed";
import { listLatestClicks } from "@/lib/stats/latest-clicks";
import { getOverview, type Overview } from "@/lib/stats/overview";
import { rankPlaces } from "@/lib/stats/rank-places";
import { getSparklines } from "@/lib/stats/sparklines";
import { listTopLinks } from "@/lib/stats/top-links";
import { dismiss, restore } from "./actions";

export const metadata: Metadata = { title: "Overview" };

const mostHighlights = 5;
const topLength = 5;
const latestLength = 8;
const ranges = [7, 30, 90];
const daysSchema = z.coerce
  .number()
  .refine((days) => ranges.includes(days))
  .catch(30);

export default async function OverviewPage({ searchParams }: { searchParams: Promise<{ days?: string }> }) {
  const owner = await requireOwner();
  const days = daysSchema.parse((await searchParams).days);
  const now = new Date();
  const [{ locale }, links] = await Promise.all([getViewer(), countLinks()]);
  return (
    <>
      <PageHead
        title="Overview"
        note={<span className="max-sm:hidden">{`${formatDay(now, { year: now, weekday: true })}, ${formatTime(now)} UTC`}</span>}
      >
        {links > 0 && (
          <>
            <CopyButton
              text={`curl -s '${env().BASE_URL}/api/stats' -H "Authorization: Bearer $API_TOKEN"`}
              what="the curl command"
              variant="ghost"
              className="max-sm:hidden"
            >
              Copy as curl
            </CopyButton>
            <Ranges days={days} />
          </>
        )}
      </PageHead>
      <div className="flex flex-col gap-4">
        {links === 0 && <Welcome />}
        <QuickCreate />
        {links > 0 && <Statistics {...{ ownerId: owner.id, days, links, now, locale }} />}
      </div>
    </>
  );
}

function Welcome() {
  return (
    <div className="pt-6 max-sm:pt-2">
      <h2 className="font-semibold text-title tracking-head">Create your first short link</h2>
      <p className="mt-1 max-w-[60ch] text-secondary">
        Paste a long URL and press Enter. The short link is copied, and its clicks appear here as they happen. Links from another service can be{" "}
        <Link href={"/dashboard/settings/data" as Route} className="text-accent underline underline-offset-2">
          imported
        </Link>
        .
      </p>
    </div>
  );
}

function Ranges({ days }: { days: number }) {
  return (
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
  );
}

interface StatisticsProps {
  ownerId: string;
  days: number;
  /** Of all links. */
  links: number;
  now: Date;
  locale: string;
}

function Statistics({ ownerId, days, links, now, locale }: StatisticsProps) {
  const overview = partData(getOverview(days, now));
  const latest = listLatestClicks(latestLength);
  return (
    <>
      <Part title="Highlights" skeleton={skeleton("h-[98px]")} data={partData(findHighlights(ownerId, now))}>
        {(items) => <Feed items={items} actions={{ dismiss, restore }} now={now} locale={locale} />}
      </Part>
      <Part title="Totals" skeleton={skeleton("h-[109px]")} data={overview}>
        {(value) => <OverviewTotals overview={value} days={days} locale={locale} now={now} />}
      </Part>
      <Part title="Clicks by day" skeleton={skeleton("h-[328px]")} data={overview}>
        {(value) => value.clicks.total > 0 && <Chart overview={value} />}
      </Part>
      <div className="grid grid-cols-1 items-stretch gap-4 empty:hidden md:grid-cols-2 [&>*]:min-w-0 [&>:only-child]:md:col-span-2">
        <Part title="Top links" skeleton={skeleton("h-[270px]")} data={partData(Promise.all([findTopLinks(days, now), latest]))}>
          {([found, clicks]) => clicks.length > 0 && <TopLinks {...found} {...{ days, now, locale }} total={links} />}
        </Part>
        <Part title="Where links are shared" skeleton={skeleton("h-[270px]")} data={partData(Promise.all([rankPlaces(days, now), latest]))}>
          {([ranking, clicks]) => clicks.length > 0 && <TopPlaces {...{ ranking, days, now, locale }} />}
        </Part>
      </div>
      <Part title="Latest clicks" skeleton={skeleton("h-[376px]")} data={partData(latest)}>
        {(clicks) => <LatestClicks clicks={clicks} at={now.toISOString()} />}
      </Part>
    </>
  );
}

function Chart({ overview: { days: shown, previous } }: { overview: Overview }) {
  const points = (part: Overview["days"]) => part.map(({ date, clicks }) => ({ start: date, count: clicks }));
  return (
    <Card>
      <DayChart title="Clicks by day" points={points(shown)} before={points(previous.days)} beforeName="Previous period" openName="Today" />
    </Card>
  );
}

async function findHighlights(ownerId: string, now: Date) {
  const { checks } = await getServerChecks();
  const failedChecks = checks.filter(({ state }) => state === "bad").map(({ name }) => name);
  return listFeed({ ownerId, failedChecks, most: mostHighlights, now });
}

async function findTopLinks(days: number, now: Date) {
  const links = await listTopLinks(lastDays(days, now), topLength);
  const ids = links.map(({ link }) => link.id);
  return { links, sparks: await getSparklines(ids, sparkDays, now) };
}

function skeleton(height: string) {
  return <Skeleton className={cn("rounded-card", height)} />;
}
