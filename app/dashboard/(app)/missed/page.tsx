import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { CommandButton } from "@/components/layout/command-button";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { ShortLink } from "@/components/links/short-link";
import { buttonStyle } from "@/components/ui/button";
import { ArrowLeft, Plus } from "@/components/ui/icons";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { formatAgo, formatNumber } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { requireOwner } from "@/lib/owners/require-owner";
import {
  listIgnoredSlugs,
  listMissedLinks,
  type MissedLinks,
  mostListed,
} from "@/lib/stats/report/missed-links";
import { IgnoreButton } from "./ignore-button";

export const metadata: Metadata = { title: "Missed links" };

const days = 30;

/**
 * Slugs that visitors asked for although no link has them: mistyped, deleted, or printed before
 * they were created.
 */
export default async function MissedLinksPage() {
  await requireOwner("/dashboard/missed");
  const now = new Date();
  const { locale } = await getViewer();
  return (
    <>
      <PageHead title="Missed links" note={`Last ${days} days`}>
        <NextLink
          href={"/dashboard/links" as Route}
          className={buttonStyle({ variant: "ghost", className: "max-sm:h-11" })}
        >
          <ArrowLeft aria-hidden className="size-4" />
          Links
        </NextLink>
      </PageHead>
      <p className="mb-4 max-w-[70ch] text-pretty text-secondary">
        Visitors asked for these slugs, but no link has them. Robots and paths that scanners try are
        left out, and so is what a network asks for after five unknown slugs in a minute.
      </p>
      <div className="flex flex-col gap-4">
        <Part
          title="Missed links"
          skeleton={<Skeleton className="h-[270px] rounded-card" />}
          data={partData(listMissedLinks(days, now))}
        >
          {(missed) => <Missed {...missed} {...{ now, locale }} />}
        </Part>
        <Part title="Ignored slugs" data={partData(listIgnoredSlugs())}>
          {(slugs) => slugs.length > 0 && <Ignored slugs={slugs} />}
        </Part>
      </div>
    </>
  );
}

function Missed({ missedLinks, more, now, locale }: MissedLinks & { now: Date; locale: string }) {
  if (missedLinks.length === 0) {
    return (
      <EmptyPage title="No missed links">
        When visitors ask for a slug that no link has, it appears here within seconds.
      </EmptyPage>
    );
  }
  return (
    <>
      <EntryTable label="Missed links" heads={["Slug", "Visits", "Last visit"]}>
        {missedLinks.map(({ slug, count, lastSeenAt }) => (
          <tr key={slug}>
            <EntryCell lead>
              <ShortLink slug={slug} className="whitespace-normal" />
            </EntryCell>
            <EntryCell label="Visits">{formatNumber(count, locale)}</EntryCell>
            <EntryCell label="Last visit">{formatAgo(lastSeenAt, now)}</EntryCell>
            <EntryCell action>
              <span className="inline-flex justify-end gap-2 @max-md:flex-col @max-md:items-stretch">
                <CommandButton
                  command={{ kind: "create", slug }}
                  size="small"
                  className="max-sm:h-11"
                >
                  <Plus aria-hidden className="size-4" />
                  Create this link <span className="sr-only">/{slug}</span>
                </CommandButton>
                <IgnoreButton slug={slug} />
              </span>
            </EntryCell>
          </tr>
        ))}
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
              <IgnoreButton slug={slug} isIgnored />
            </EntryCell>
          </tr>
        ))}
      </EntryTable>
    </>
  );
}
