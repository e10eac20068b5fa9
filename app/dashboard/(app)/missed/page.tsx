import type { Metadata } from "next";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { LinksTabs } from "@/components/links/list/links-tabs";
import { ShortLink } from "@/components/links/short-link";
import { Definition } from "@/components/ui/definition";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { withDeadline } from "@/lib/core/deadline";
import { formatAgo, formatNumber } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { requireOwner } from "@/lib/owners/require-owner";
import { findMeantSlugs } from "@/lib/stats/report/meant-slugs";
import {
  listIgnoredSlugs,
  listMissedLinks,
  type MissedLinks,
  mostListed,
  shownDays,
} from "@/lib/stats/report/missed-links";
import { MissedActions } from "./missed-actions";

export const metadata: Metadata = { title: "Missed links" };

/** How long the page waits for the links that were meant. */
const patienceMs = 2_000;

/**
 * Slugs that visitors asked for although no link has them: mistyped, deleted, or printed before
 * they were created.
 */
export default async function MissedLinksPage() {
  await requireOwner("/dashboard/missed");
  const now = new Date();
  const { locale } = await getViewer();
  const missed = listMissedLinks(shownDays, now);
  return (
    <>
      <PageHead
        title="Links"
        tabs={<LinksTabs current="missed" missed={partData(missed)} locale={locale} />}
      />
      <p className="relative mb-4 text-pretty text-secondary">
        Visitors asked for these slugs in the last {shownDays} days, but no link has them.{" "}
        <Definition meaning="Bots, paths that scanners try, and further requests from a network that asked for five unknown slugs within a minute.">
          Scanners and bots
        </Definition>{" "}
        are left out.
      </p>
      <div className="flex flex-col gap-4">
        <Part
          title="Missed links"
          skeleton={<Skeleton className="h-[270px] rounded-card" />}
          data={partData(withMeant(missed))}
        >
          {(found) => <Missed {...found} {...{ now, locale }} />}
        </Part>
        <Part title="Ignored slugs" data={partData(listIgnoredSlugs())}>
          {(slugs) => slugs.length > 0 && <Ignored slugs={slugs} />}
        </Part>
      </div>
    </>
  );
}

/** Without the slugs that were meant if those cannot be read. */
async function withMeant(missed: Promise<MissedLinks>) {
  const found = await missed;
  const meant = await partData(
    withDeadline(findMeantSlugs(found.missedLinks.map(({ slug }) => slug)), patienceMs),
  );
  return { ...found, meant: meant.ok ? meant.value : new Map<string, string>() };
}

function Missed({
  missedLinks,
  more,
  meant,
  now,
  locale,
}: MissedLinks & { meant: ReadonlyMap<string, string>; now: Date; locale: string }) {
  if (missedLinks.length === 0) {
    return (
      <EmptyPage title="No missed links">
        When visitors ask for a slug that no link has, it appears here within seconds.
      </EmptyPage>
    );
  }
  return (
    <>
      <EntryTable label="Missed links" heads={["Slug"]}>
        {missedLinks.map(({ slug, count, lastSeenAt }) => {
          const own = meant.get(slug);
          return (
            <tr key={slug}>
              <EntryCell
                lead
                note={
                  <>
                    {formatNumber(count, locale)} {count === 1 ? "visit" : "visits"},{" "}
                    {formatAgo(lastSeenAt, now)}
                    {own && (
                      <>
                        . Looks like <span className="mono">/{own}</span>
                      </>
                    )}
                  </>
                }
              >
                <ShortLink slug={slug} className="whitespace-normal" />
              </EntryCell>
              <EntryCell action>
                <MissedActions slug={slug} meant={own} />
              </EntryCell>
            </tr>
          );
        })}
      </EntryTable>
      {more > 0 && (
        <p className="text-secondary text-small">
          {formatNumber(more, locale)} more with fewer visits are not listed.
        </p>
      )}
    </>
  );
}

function Ignored({ slugs }: { slugs: string[] }) {
  return (
    <>
      <h2 className="mt-2 font-medium">
        {slugs.length < mostListed ? "Ignored" : `Ignored (latest ${mostListed})`}
      </h2>
      <EntryTable label="Ignored slugs" heads={["Slug"]}>
        {slugs.map((slug) => (
          <tr key={slug}>
            <EntryCell lead>
              <ShortLink slug={slug} className="whitespace-normal" />
            </EntryCell>
            <EntryCell action>
              <MissedActions slug={slug} isIgnored />
            </EntryCell>
          </tr>
        ))}
      </EntryTable>
    </>
  );
}
