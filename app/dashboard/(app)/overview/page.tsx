import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { type ReactNode, Suspense } from "react";
import { getLinkCount } from "@/components/layout/link-count";
import { PageHead } from "@/components/layout/page-header";
import { getServerChecks } from "@/components/layout/server-checks";
import { getViewer } from "@/components/layout/viewer";
import { QuickCreate } from "@/components/links/form/quick-create";
import { sparkDays } from "@/components/links/list/link-spark";
import { NoLinksYet } from "@/components/links/list/no-links-yet";
import { RecentLinks } from "@/components/links/recent-links";
import { Feed } from "@/components/stats/feed/feed";
import { TodayCard } from "@/components/stats/feed/today-card";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { buttonStyle } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { access, hasRole, type Role } from "@/lib/core/access";
import { withDeadline } from "@/lib/core/deadline";
import { formatDay, formatTime, zoneName } from "@/lib/core/format";
import { addDays, localDate, startOfDate } from "@/lib/core/local-time";
import { partData } from "@/lib/http/part-data";
import { countEditsOfOthers, mostEditsCounted } from "@/lib/links/list-edits";
import { findNextSteps, isAnyLeft } from "@/lib/owners/next-steps";
import { requireOwner } from "@/lib/owners/require-owner";
import { areDestinationsChecked } from "@/lib/previews/broken-destinations";
import { browseLinks } from "@/lib/stats/list/browse-links";
import { listDismissed, nextStepsKey } from "@/lib/stats/report/dismissed-items";
import { listFeed } from "@/lib/stats/report/feed";
import { listLatestClicks } from "@/lib/stats/report/latest-clicks";
import { getSparklines } from "@/lib/stats/report/sparklines";
import { getToday } from "@/lib/stats/report/today";
import { LinkClicks } from "../links/link-clicks";
import { linkActivityPath } from "../settings/activity/filters-href";
import { dismiss, restore } from "./actions";
import { NextSteps } from "./next-steps";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("common"))("nav.home") };
}

const pageTexts = [
  "form.quick",
  "form.saving",
  "form.slug",
  "home.highlights",
  "home.steps",
  "stats.live",
] as const;

const mostHighlights = 5;
const recentLength = 5;
/** How long the page waits for what it works without. */
const patienceMs = 1_000;

export default async function HomePage() {
  const owner = await requireOwner("/dashboard/overview");
  const mayCreate = hasRole(owner.role, access.actions.createLink);
  const now = new Date();
  const { timeZone, locale } = await getViewer();
  const common = await getTexts("common");
  const [links, steps] = await Promise.all([
    getLinkCount(),
    // At once, so that nothing moves. Others say what fails.
    withDeadline(findSteps(owner), patienceMs).catch(() => null),
  ]);
  return (
    <TextsProvider of={pageTexts}>
      <PageHead
        title={common("nav.home")}
        note={
          <span className="max-sm:hidden">{`${formatDay(now, { year: now, weekday: true, timeZone, locale })}, ${formatTime(now, timeZone, locale)} ${zoneName(now, timeZone)}`}</span>
        }
      />
      <div className="flex flex-col gap-4">
        {mayCreate && <QuickCreate hasFocus={links === 0} />}
        {links === 0 ? (
          <NoLinksYet isBelowField={mayCreate} />
        ) : (
          <Parts {...{ owner, links, now }}>
            {steps && <NextSteps done={steps} dismissKey={nextStepsKey} />}
          </Parts>
        )}
      </div>
    </TextsProvider>
  );
}

/** Null where nothing is left to do, also for those who may not. */
async function findSteps({ id, role }: PartsProps["owner"]) {
  if (!hasRole(role, "owner") || (await listDismissed(id)).has(nextStepsKey)) return null;
  const done = await findNextSteps(env().BASE_URL, new Date());
  return isAnyLeft(done) ? done : null;
}

interface PartsProps {
  owner: { id: string; role: Role };
  /** Of all links. */
  links: number;
  now: Date;
}

async function Parts({ owner, links, now, children }: PartsProps & { children: ReactNode }) {
  const { locale, timeZone } = await getViewer();
  const t = await getTexts("home");
  // Two cards show it, and neither needs it.
  const latest = partData(listLatestClicks(1)).then((found) =>
    found.ok ? (found.value[0]?.createdAt ?? "") : null,
  );
  return (
    <>
      <Part
        title={t("today.title")}
        skeleton={skeleton("h-[66px] max-sm:h-[114px]")}
        data={partData(Promise.all([getToday(now, timeZone), latest]))}
      >
        {([today, last]) => <TodayCard {...{ today, last, now, timeZone, locale }} />}
      </Part>
      {children}
      <Suspense
        fallback={
          <>
            {skeleton("h-[98px]")}
            {skeleton("h-[284px]")}
          </>
        }
      >
        <HighlightsAndLinks {...{ owner, links, now, latest }} />
      </Suspense>
    </>
  );
}

/** Both appear at once: the number of highlights decides where the links stand. */
async function HighlightsAndLinks({
  owner,
  links,
  now,
  latest,
}: PartsProps & { latest: Promise<string | null> }) {
  const { locale, timeZone } = await getViewer();
  const t = await getTexts("home");
  const highlights = partData(Promise.all([findHighlights(owner, now), latest]));
  const recent = partData(findRecent(now));
  const changes = partData(withDeadline(findChanges(owner.id, now, timeZone), patienceMs));
  await Promise.all([highlights, recent, changes]);
  return (
    <>
      <Part title={t("highlights.title")} data={highlights}>
        {([{ items, isChecked }, last]) => (
          <Feed
            items={items}
            basis={{ isChecked, hasClicks: !!last }}
            actions={{ dismiss, restore }}
            {...{ now, locale, timeZone }}
          />
        )}
      </Part>
      <Part title={t("recent")} data={recent}>
        {(found) => (
          <RecentLinks
            {...found}
            foot={
              <Part data={changes}>
                {({ count, since }) =>
                  count > 0 && (
                    <NextLink
                      href={`${linkActivityPath}?from=${since}` as Route}
                      prefetch={false}
                      className={buttonStyle({
                        variant: "ghost",
                        className: "mx-1 mb-1 w-fit max-sm:mx-px",
                      })}
                    >
                      {count > mostEditsCounted
                        ? t("moreChanges", { most: mostEditsCounted })
                        : t("changes", { count })}
                    </NextLink>
                  )
                }
              </Part>
            }
            total={links}
            clicks={(link) => (
              <LinkClicks days={found.days.get(link.id) ?? []} {...{ link, now, locale }} />
            )}
            {...{ now, timeZone, locale }}
          />
        )}
      </Part>
    </>
  );
}

async function findHighlights({ id: ownerId, role }: PartsProps["owner"], now: Date) {
  // Those who may not open the health check do not hear of it.
  const checks = hasRole(role, access.pages["/dashboard/settings/doctor"])
    ? (await getServerChecks()).checks
    : [];
  const failedChecks = checks.filter(({ state }) => state === "bad").map(({ name }) => name);
  const items = await listFeed({ ownerId, failedChecks, most: mostHighlights, now });
  const mayBeChecked = items.length === 0 && env().PREVIEW_RECHECK_HOURS > 0;
  return { items, isChecked: mayBeChecked && (await areDestinationsChecked()) };
}

async function findChanges(ownerId: string, now: Date, timeZone: string) {
  const since = addDays(localDate(now, timeZone), -1);
  const count = await countEditsOfOthers(`owner:${ownerId}`, startOfDate(since, timeZone));
  return { since, count };
}

async function findRecent(now: Date) {
  const { links } = await browseLinks({ q: "", state: "all", sort: "newest", page: 1 }, now);
  const recent = links.slice(0, recentLength);
  const ids = recent.map(({ id }) => id);
  return { links: recent, days: await getSparklines(ids, 2 * sparkDays, now) };
}

function skeleton(height: string) {
  return <Skeleton className={cn("rounded-card", height)} />;
}
