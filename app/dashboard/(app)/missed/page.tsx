import type { Metadata } from "next";
import type { ComponentProps, ReactNode } from "react";
import { useTexts } from "#texts";
import { EmptyPage } from "@/components/layout/empty-page";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { LinksTabs } from "@/components/links/list/links-tabs";
import { ShortLink } from "@/components/links/short-link";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Definition } from "@/components/ui/definition";
import { cells, ListHeads } from "@/components/ui/list";
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

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("missed"))("title") };
}

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
  const [t, common] = [await getTexts("missed"), await getTexts("common")];
  const missed = listMissedLinks(shownDays, now);
  return (
    <TextsProvider of={["missed.actions"]}>
      <PageHead
        title={common("nav.links")}
        tabs={<LinksTabs current="missed" missed={partData(missed)} locale={locale} />}
      />
      <p className="relative mb-3 text-pretty text-secondary">
        {t.rich("intro", {
          days: shownDays,
          scanners: (text) => <Definition meaning={t("scanners")}>{text}</Definition>,
        })}
      </p>
      <div className="flex flex-col gap-4">
        <Part
          title={t("title")}
          skeleton={<Skeleton className="h-[270px] rounded-card" />}
          data={partData(withMeant(missed))}
        >
          {(found) => <Missed {...found} {...{ now, locale }} />}
        </Part>
        <Part title={t("ignoredSlugs")} data={partData(listIgnoredSlugs())}>
          {(slugs) => slugs.length > 0 && <Ignored slugs={slugs} />}
        </Part>
      </div>
    </TextsProvider>
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
  const t = useTexts("missed");
  if (missedLinks.length === 0) return <EmptyPage title={t("none")}>{t("noneNote")}</EmptyPage>;
  return (
    <>
      <Slugs
        label={t("title")}
        heads={{
          clicks: t("heads.visits"),
          change: <span className="max-sm:hidden">{t("heads.last")}</span>,
        }}
      >
        {missedLinks.map(({ slug, count, lastSeenAt }) => {
          const own = meant.get(slug);
          const ago = formatAgo(lastSeenAt, now, undefined, locale);
          return (
            <SlugRow
              key={slug}
              slug={slug}
              note={
                own && t.rich("looksLike", { meant: () => <span className="mono">/{own}</span> })
              }
            >
              <span className="sr-only">{t("visits", { count, ago })}</span>
              <span aria-hidden className={cells.clicks}>
                {formatNumber(count, locale)}
              </span>
              <span aria-hidden className={cn(cells.change, "max-sm:hidden")}>
                {ago}
              </span>
              <MissedActions slug={slug} meant={own} />
            </SlugRow>
          );
        })}
      </Slugs>
      {more > 0 && <p className="text-secondary text-small">{t("more", { count: more })}</p>}
    </>
  );
}

function Ignored({ slugs }: { slugs: string[] }) {
  const t = useTexts("missed");
  return (
    <>
      <h2 className="mt-2 font-medium">
        {slugs.length < mostListed ? t("ignored") : t("ignoredLatest", { most: mostListed })}
      </h2>
      <Slugs label={t("ignoredSlugs")}>
        {slugs.map((slug) => (
          <SlugRow key={slug} slug={slug}>
            <MissedActions slug={slug} isIgnored />
          </SlugRow>
        ))}
      </Slugs>
    </>
  );
}

function Slugs({
  label,
  heads,
  children,
}: {
  label: string;
  heads?: ComponentProps<typeof ListHeads>;
  children: ReactNode;
}) {
  const t = useTexts("missed");
  return (
    <Card className="list-grid">
      <ListHeads
        name={t("slug")}
        {...heads}
        className="border-hairline border-b px-(--space-pad)"
      />
      <ul aria-label={label} className="list-row">
        {children}
      </ul>
    </Card>
  );
}

function SlugRow({
  slug,
  note,
  children,
}: {
  slug: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="list-row min-h-14 border-hairline border-t px-(--space-pad) py-2 first:border-t-0">
      <span className={cells.name}>
        <ShortLink slug={slug} className="whitespace-normal [overflow-wrap:anywhere]" />
        {note && <span className="block text-label text-secondary">{note}</span>}
      </span>
      {children}
    </li>
  );
}
