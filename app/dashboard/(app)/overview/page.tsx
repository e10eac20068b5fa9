import type { Metadata, Route } from "next";
import { getLinkCount } from "@/components/layout/link-count";
import { PageHead } from "@/components/layout/page-header";
import { getServerChecks } from "@/components/layout/server-checks";
import { getViewer } from "@/components/layout/viewer";
import { QuickCreate } from "@/components/links/form/quick-create";
import { sparkDays } from "@/components/links/list/link-spark";
import { NoLinksYet } from "@/components/links/list/no-links-yet";
import { TopLinks } from "@/components/links/list/top-links";
import { TopChannels } from "@/components/stats/channels/top-channels";
import { OverviewChart } from "@/components/stats/chart/overview-chart";
import { Feed } from "@/components/stats/feed/feed";
import { LatestClicks } from "@/components/stats/feed/latest-clicks";
import { setRange } from "@/components/stats/page-address";
import { datesName, rangeName } from "@/components/stats/range-names";
import { OverviewTotals } from "@/components/stats/report/overview-totals";
import { RangePicker } from "@/components/stats/report/range-picker";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { access, hasRole, type Role } from "@/lib/core/access";
import { type DateRange, storedDays } from "@/lib/core/date-range";
import { isoDate } from "@/lib/core/day";
import { formatDay, formatTime, zoneName } from "@/lib/core/format";
import { chosenRange, type RangeChoice } from "@/lib/core/range-choice";
import { partData } from "@/lib/http/part-data";
import { requireOwner } from "@/lib/owners/require-owner";
import { areDestinationsChecked } from "@/lib/previews/broken-destinations";
import { parseRange } from "@/lib/stats/query/page-query";
import { listFeed } from "@/lib/stats/report/feed";
import { listLatestClicks } from "@/lib/stats/report/latest-clicks";
import { getOverview } from "@/lib/stats/report/overview";
import { limitsOfAll } from "@/lib/stats/report/range-limits";
import { rankChannels } from "@/lib/stats/report/rank-channels";
import { getSparklines } from "@/lib/stats/report/sparklines";
import { listTopLinks } from "@/lib/stats/report/top-links";
import { dismiss, restore } from "./actions";

export const metadata: Metadata = { title: "Home" };

const mostHighlights = 5;
const topLength = 5;
const latestLength = 8;

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard/overview">) {
  const owner = await requireOwner("/dashboard/overview");
  const mayCreate = hasRole(owner.role, access.actions.createLink);
  const choice = parseRange(await searchParams);
  const now = new Date();
  const { locale, timeZone } = await getViewer();
  const [links, limits] = await Promise.all([getLinkCount(), limitsOfAll(choice, now, timeZone)]);
  return (
    <>
      <PageHead
        title="Home"
        note={
          <span className="max-sm:hidden">{`${formatDay(now, { year: now, weekday: true, timeZone })}, ${formatTime(now, timeZone)} ${zoneName(now, timeZone)}`}</span>
        }
      >
        {links > 0 && (
          <>
            <CopyButton
              text={`curl -s '${env().DASHBOARD_ORIGIN}/api/stats' -H "Authorization: Bearer $API_TOKEN"`}
              what="the curl command"
              variant="ghost"
              className="max-sm:hidden"
            >
              Copy as curl
            </CopyButton>
            <RangePicker choice={choice} limits={limits} href={overviewHref} align="right" />
          </>
        )}
      </PageHead>
      <div className="flex flex-col gap-4">
        {mayCreate && <QuickCreate hasFocus={links === 0} />}
        {links === 0 ? (
          <NoLinksYet apiUrl={env().DASHBOARD_ORIGIN} isBelowField={mayCreate} />
        ) : (
          <Statistics
            {...{ owner, choice, dateRange: chosenRange(choice, limits), links, now, locale }}
          />
        )}
      </div>
    </>
  );
}

function overviewHref(choice: RangeChoice): Route {
  const parameters = new URLSearchParams();
  setRange(parameters, choice);
  return `/dashboard/overview?${parameters}` as Route;
}

interface StatisticsProps {
  owner: { id: string; role: Role };
  choice: RangeChoice;
  dateRange: DateRange;
  /** Of all links. */
  links: number;
  now: Date;
  locale: string;
}

function Statistics({ owner, choice, dateRange, links, now, locale }: StatisticsProps) {
  const overview = partData(getOverview(dateRange, now));
  const isCompared = choice !== "all";
  const range = rangeName(choice) ?? datesName(dateRange, isoDate(now));
  // Channels are counted by UTC day.
  const channels = dateRange.timeZone === "UTC" ? range : `${range}, days in UTC`;
  const latest = listLatestClicks(latestLength);
  return (
    <>
      <Part
        title="Highlights"
        skeleton={skeleton("h-[98px]")}
        data={partData(Promise.all([findHighlights(owner, now), latest]))}
      >
        {([{ items, isChecked }, clicks]) => (
          <Feed
            items={items}
            basis={{ isChecked, hasClicks: clicks.length > 0 }}
            actions={{ dismiss, restore }}
            {...{ now, locale }}
            timeZone={dateRange.timeZone}
          />
        )}
      </Part>
      <Part title="Totals" skeleton={skeleton("h-[109px]")} data={overview}>
        {(value) => <OverviewTotals overview={value} {...{ isCompared, locale, now }} />}
      </Part>
      <Part title="Clicks" skeleton={skeleton("h-[328px]")} data={overview}>
        {(value) =>
          value.clicks.total > 0 && <OverviewChart overview={value} {...{ isCompared, now }} />
        }
      </Part>
      <div className="grid grid-cols-1 items-stretch gap-4 empty:hidden md:grid-cols-2 [&>*]:min-w-0 [&>:only-child]:md:col-span-2">
        <Part
          title="Top links"
          skeleton={skeleton("h-[270px]")}
          data={partData(Promise.all([findTopLinks(dateRange, now), latest]))}
        >
          {([found, clicks]) =>
            clicks.length > 0 && <TopLinks {...found} {...{ range, now, locale }} total={links} />
          }
        </Part>
        <Part
          title="Where links are shared"
          skeleton={skeleton("h-[270px]")}
          data={partData(Promise.all([rankChannels(storedDays(dateRange, now)), latest]))}
        >
          {([ranking, clicks]) =>
            clicks.length > 0 && (
              <TopChannels {...{ ranking, choice, now, locale }} range={channels} />
            )
          }
        </Part>
      </div>
      <Part title="Latest clicks" skeleton={skeleton("h-[376px]")} data={partData(latest)}>
        {(clicks) => <LatestClicks clicks={clicks} at={now.toISOString()} />}
      </Part>
    </>
  );
}

async function findHighlights({ id: ownerId, role }: StatisticsProps["owner"], now: Date) {
  // Those who may not open the health check do not hear of it.
  const checks = hasRole(role, access.pages["/dashboard/settings/doctor"])
    ? (await getServerChecks()).checks
    : [];
  const failedChecks = checks.filter(({ state }) => state === "bad").map(({ name }) => name);
  const items = await listFeed({ ownerId, failedChecks, most: mostHighlights, now });
  return { items, isChecked: items.length === 0 && (await areDestinationsChecked()) };
}

async function findTopLinks(dateRange: DateRange, now: Date) {
  const links = await listTopLinks(dateRange, topLength);
  const ids = links.map(({ link }) => link.id);
  return { links, sparks: await getSparklines(ids, sparkDays, now) };
}

function skeleton(height: string) {
  return <Skeleton className={cn("rounded-card", height)} />;
}
