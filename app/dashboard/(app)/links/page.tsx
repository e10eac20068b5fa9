import { Download, Plus } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { CommandButton } from "@/components/links/command-button";
import { LinkFilters } from "@/components/links/link-filters";
import { LinkList, LinkListSkeleton } from "@/components/links/link-list";
import { LinkSearch } from "@/components/links/link-search";
import { LinkSortMenu } from "@/components/links/link-sort-menu";
import { LinkSpark, sparkDays } from "@/components/links/link-spark";
import { NoLinksYet, NoneMatch } from "@/components/links/no-links";
import { buttonStyle } from "@/components/ui/button";
import { CardBoundary } from "@/components/ui/card-boundary";
import { Kbd } from "@/components/ui/kbd";
import { env } from "@/lib/config/env";
import { formatNumber } from "@/lib/core/format";
import { requireOwner } from "@/lib/owners/require-owner";
import { browseLinks, browseQuerySchema } from "@/lib/stats/browse-links";
import { getSparklines } from "@/lib/stats/sparklines";

export const metadata: Metadata = { title: "Links" };

export default async function LinksPage({ searchParams }: { searchParams: Promise<Record<string, string | string[]>> }) {
  await requireOwner();
  const query = browseQuerySchema.parse(await searchParams);
  const now = new Date();
  const browsed = browseLinks(query, now);
  const { locale } = await getViewer();
  return (
    <>
      <PageHead
        title="Links"
        note={
          <Suspense>
            <Total browsed={browsed} locale={locale} />
          </Suspense>
        }
      >
        <a href="/dashboard/settings/data/export" download className={buttonStyle({ className: "max-sm:hidden" })}>
          <Download aria-hidden className="size-4" />
          Export
        </a>
        <CommandButton command={{ kind: "create" }} variant="primary" className="max-sm:hidden" aria-keyshortcuts="C">
          <Plus aria-hidden className="size-4" />
          New link <Kbd aria-hidden>C</Kbd>
        </CommandButton>
      </PageHead>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <LinkSearch query={query} />
        <div className="max-sm:order-last max-sm:h-11 max-sm:w-full">
          <Suspense>
            <Filters {...{ query, browsed, locale }} />
          </Suspense>
        </div>
        <LinkSortMenu query={query} />
      </div>
      <CardBoundary title="Links">
        <Suspense fallback={<LinkListSkeleton />}>
          <Results {...{ query, browsed, locale, now }} />
        </Suspense>
      </CardBoundary>
    </>
  );
}

type Browsed = ReturnType<typeof browseLinks>;
type Query = ReturnType<typeof browseQuerySchema.parse>;

/* If the list fails, it shows the error; the total and the filters are left out. */

async function Total({ browsed, locale }: { browsed: Browsed; locale: string }) {
  const found = await browsed.catch(() => null);
  return found && formatNumber(found.counts.all, locale);
}

async function Filters({ query, browsed, locale }: { query: Query; browsed: Browsed; locale: string }) {
  const found = await browsed.catch(() => null);
  return found && <LinkFilters query={query} counts={found.counts} locale={locale} />;
}

async function Results({ query, browsed, locale, now }: { query: Query; browsed: Browsed; locale: string; now: Date }) {
  const { links, counts } = await browsed;
  if (links.length === 0) {
    const isEmpty = counts.all === 0 && query.q === "" && query.state === "all";
    return isEmpty ? <NoLinksYet baseUrl={env().BASE_URL} /> : <NoneMatch query={query} counts={counts} />;
  }
  const sparks = await getSparklines(
    links.map(({ id }) => id),
    sparkDays,
    now,
  );
  return (
    <LinkList
      links={links}
      total={counts[query.state]}
      query={query}
      sparks={(link) => <LinkSpark link={link} counts={sparks.get(link.id) ?? []} now={now} locale={locale} />}
      now={now}
      locale={locale}
    />
  );
}
