import type { Metadata } from "next";
import { useTexts } from "#texts";
import { CommandButton } from "@/components/layout/command-button";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { channelText } from "@/components/links/channel-text";
import { hostLetter } from "@/components/links/host-letter";
import { Bookmark } from "@/components/links/icons";
import { type LinkStatus, linkStatus, type StatusSign } from "@/components/links/link-status";
import { LinkStatusIcon } from "@/components/links/link-status-icon";
import { matchParameters } from "@/components/links/links-href";
import { ExportLinks } from "@/components/links/list/export-links";
import { FilterChips } from "@/components/links/list/filter-chips";
import { asTyped } from "@/components/links/list/filter-tokens";
import { LinkList, LinkListSkeleton } from "@/components/links/list/link-list";
import { LinkSearch } from "@/components/links/list/link-search";
import { sparkDays } from "@/components/links/list/link-spark";
import { LinksTabs } from "@/components/links/list/links-tabs";
import { SortOrder, StateFilter } from "@/components/links/list/list-filters";
import { NoneMatch } from "@/components/links/list/no-links";
import { NoLinksYet } from "@/components/links/list/no-links-yet";
import { RecentChanges } from "@/components/links/list/recent-changes";
import { getViews } from "@/components/links/list/side-views";
import { TagsButton } from "@/components/links/list/tags-button";
import { isSameView } from "@/components/links/list/view-address";
import { ViewsButton } from "@/components/links/list/views-button";
import { peekTexts } from "@/components/stats/report-texts";
import { useSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { ChevronDown, Download, Plus } from "@/components/ui/icons";
import { Kbd } from "@/components/ui/kbd";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { undoableCommands } from "@/lib/commands/run-job";
import { access, hasRole, type Role } from "@/lib/core/access";
import { withDeadline } from "@/lib/core/deadline";
import { foldText } from "@/lib/core/fold-text";
import { formatAge, formatMatches } from "@/lib/core/format";
import { findTag, type TagColor } from "@/lib/core/tag";
import { partData } from "@/lib/http/part-data";
import { editorNames } from "@/lib/links/editor";
import { browseChannels } from "@/lib/links/link-channels";
import { listReplacements } from "@/lib/links/replacements";
import { listTagColors } from "@/lib/links/tags";
import { asUndoer } from "@/lib/links/undoer";
import { listUndoableJobs } from "@/lib/owners/jobs";
import { requireOwner } from "@/lib/owners/require-owner";
import { findIcons } from "@/lib/previews/host-icons";
import { type BrowsedLink, browseLinks, browseQuerySchema } from "@/lib/stats/list/browse-links";
import { chosenLinks } from "@/lib/stats/list/chosen-links";
import { listMissedLinks, shownDays } from "@/lib/stats/report/missed-links";
import { getSparklines } from "@/lib/stats/report/sparklines";
import type { Texts } from "@/lib/texts/translator";
import { withWaiting } from "@/lib/visits/journal/journal-drained";
import { LinkClicks } from "./link-clicks";
import { Peek } from "./peek";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("links.list"))("title") };
}

/** What the client components of the page say. */
const pageTexts = [
  ...peekTexts,
  "links.actions",
  "links.filters",
  "links.peek",
  "links.row",
  "links.search",
  "links.views",
] as const;

/** How long the page waits for tags, which stand above what streams in. */
const patienceMs = 1_000;

/** From so many links on every state has its filter. */
const longEnough = 10;

export default async function LinksPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const owner = await requireOwner("/dashboard/links");
  const { id, role } = owner;
  const [t, totals] = [await getTexts("links.list"), await getTexts("stats.totals")];
  const query = browseQuerySchema.parse(await searchParams);
  const now = new Date();
  const chosen = await chosenLinks(query, id);
  const found = withWaiting(() => browseLinks(chosen, now));
  const browsed = partData(found);
  const [{ locale, timeZone }, tags, views] = await Promise.all([
    getViewer(),
    partData(withDeadline(listTagColors(), patienceMs)),
    partData(getViews(id)),
  ]);
  // Without them the rest of the page still works, or says itself what is wrong.
  const colors = tags.ok ? tags.value : new Map<string, TagColor>();
  const known = views.ok ? views.value : [];
  const open = known.find(({ id }) => id === query.view);
  const goneTag = tags.ok
    ? query.tag?.find((name) => !findTag([...colors.keys()], name))
    : undefined;
  const arrow = <ChevronDown aria-hidden className="size-3.5 text-tertiary max-sm:hidden" />;
  return (
    <TextsProvider of={pageTexts}>
      <PageHead
        title={t("title")}
        tabs={
          <LinksTabs
            current="all"
            missed={partData(withDeadline(listMissedLinks(shownDays, now), patienceMs))}
            locale={locale}
          />
        }
      >
        <ExportLinks matches={matchParameters(query)}>
          <Download aria-hidden className="size-4" />
          <Part data={browsed} skeleton={t("export")}>
            {({ counts, isPartial }) =>
              exportLabel(query, isPartial ? null : counts[query.state], locale, t)
            }
          </Part>
          <ChevronDown aria-hidden className="size-3.5 text-tertiary" />
        </ExportLinks>
        <CommandButton
          command={{ kind: "create" }}
          variant="primary"
          className="max-sm:hidden [:has(#no-links)_&]:hidden"
          aria-keyshortcuts="C"
        >
          <Plus aria-hidden className="size-4" />
          {t("new")} <Kbd aria-hidden>C</Kbd>
        </CommandButton>
      </PageHead>
      <div className="mb-2 flex items-center gap-2 max-sm:flex-wrap [:has(#no-links)_&]:hidden">
        <LinkSearch query={query} typed={asTyped(query.q)} />
        <Part data={browsed} skeleton={<Skeleton className="h-(--size-control) w-36" />}>
          {({ counts }) => (
            <StateFilter
              {...{ query, counts, locale }}
              isShort={isWhole(query) && counts.all < longEnough}
            />
          )}
        </Part>
        {(colors.size > 0 || query.tag || query.notTag) && <TagsButton {...{ query, arrow }} />}
        <ViewsButton
          query={query}
          views={known}
          open={open}
          isChanged={open !== undefined && !isSameView(open.query, query)}
          sign={<Bookmark aria-hidden className="size-4" />}
          arrow={arrow}
        />
        <SortOrder query={query} />
      </div>
      <FilterChips query={query} />
      {hasRole(role, access.actions.undoReplacement) && (
        <Part data={partData(listRecent(now, owner))}>
          {(changes) => <RecentChanges {...{ changes, locale, now }} />}
        </Part>
      )}
      <Part data={browsed}>
        {({ isPartial }) =>
          isPartial && (
            <p className="mb-3 text-label text-tertiary">{t("shortSearch", { most: 10_000 })}</p>
          )
        }
      </Part>
      <Part data={browsed}>
        {({ waitingSince }) =>
          waitingSince && <p className="mb-3 text-label text-secondary">{totals("waiting")}</p>
        }
      </Part>
      <Part
        title={t("title")}
        skeleton={<LinkListSkeleton />}
        data={partData(withDays(found, now))}
      >
        {(found) => <Results {...{ query, found, colors, goneTag, locale, timeZone, now }} />}
      </Part>
    </TextsProvider>
  );
}

async function listRecent(now: Date, owner: { id: string; role: Role }) {
  const undoer = asUndoer(owner);
  const [jobs, replacements] = await Promise.all([
    listUndoableJobs(undoer, undoableCommands, now),
    listReplacements(now, undoer),
  ]);
  const names = await editorNames(jobs.map(({ by }) => by));
  const own = jobs.map(({ by, changed: links, ...job }) => ({
    ...{ ...job, links },
    by: by === undoer.by ? null : (names.get(by) ?? null),
  }));
  return [...own, ...replacements.map((each) => ({ ...each, command: null }))];
}

/**
 * A search or filter limits the file. `count` is null if the file has more links than the page
 * found.
 */
function exportLabel(
  query: Query,
  count: number | null,
  locale: string,
  t: Texts<"links.list">,
): string {
  if (isWhole(query)) return t("export");
  if (count === null) return t("exportAll");
  return t("exportMatching", { number: count, count: formatMatches(count, query, locale) });
}

/** Whether nothing leaves out links. */
function isWhole(query: Query): boolean {
  return Object.values(matchParameters(query)).every((value) => value === "" || value === "all");
}

type Query = ReturnType<typeof browseQuerySchema.parse>;
type Found = Awaited<ReturnType<typeof withDays>>;

async function withDays(found: ReturnType<typeof browseLinks>, now: Date) {
  const { links, hasMore, counts } = await found;
  const ids = links.map(({ id }) => id);
  const [days, channels, icons] = await Promise.all([
    ids.length === 0 ? new Map<number, number[]>() : getSparklines(ids, 2 * sparkDays, now),
    browseChannels(ids),
    findIcons(links.map(({ url }) => url)),
  ]);
  return { links, hasMore, counts, days, channels, icons };
}

interface ResultsProps {
  query: Query;
  found: Found;
  colors: ReadonlyMap<string, TagColor>;
  goneTag: string | undefined;
  locale: string;
  timeZone: string;
  now: Date;
}

function Results({
  query,
  found: { links, hasMore, counts, days, channels, icons },
  colors,
  goneTag,
  locale,
  timeZone,
  now,
}: ResultsProps) {
  const [status, channelTexts] = [useTexts("links.status"), useTexts("links.channels")];
  const said = useSaid();
  if (links.length === 0) {
    return counts.all === 0 && isWhole(query) ? (
      <NoLinksYet />
    ) : (
      <NoneMatch {...{ query, counts, goneTag, locale }} />
    );
  }
  const isEver = query.sort === "clicks";
  const rows = links.map((link) => ({
    link,
    ...shownStatus(linkStatus(link, status, { now, timeZone, locale, said }), status),
    alias: foundAlias(link, query.q),
    channels: [
      ...new Set(channels.get(link.id)?.map((channel) => channelText(channel, channelTexts))),
    ],
    icon: icons.get(link.url),
    letter: hostLetter(link.url),
    age: formatAge(new Date(link.createdAt), now, locale),
    days: days.get(link.id)?.slice(-sparkDays) ?? [],
    clicks: <LinkClicks days={days.get(link.id) ?? []} {...{ link, isEver, now, locale }} />,
    tags: (link.tags ?? []).map((name) => [name, colors.get(name)] as const),
  }));
  return (
    <LinkList total={counts[query.state]} {...{ rows, hasMore, query, isEver, now, locale }}>
      <Peek />
    </LinkList>
  );
}

/** The alias by which a search found a link whose own slug does not match. */
function foundAlias({ slug, aliases = [] }: BrowsedLink, q: string): string | undefined {
  const matches = (text: string) => foldText(text).includes(foldText(q));
  return q === "" || matches(slug) ? undefined : aliases.find(matches);
}

const tones: Record<StatusSign, string> = {
  active: "text-tertiary group-has-checked/row:text-secondary max-sm:hidden",
  expiring: "text-text",
  protected: "text-tertiary group-has-checked/row:text-secondary max-sm:hidden",
  scheduled: "text-text",
  usedUp: "text-secondary",
  expired: "text-secondary",
  disabled: "text-secondary",
  broken: "text-danger",
  moved: "text-bots",
};

function shownStatus({ sign, sentence }: LinkStatus, t: Texts<"links.status">) {
  return {
    sign: <LinkStatusIcon sign={sign} />,
    state: sign === "active" ? null : t(`names.${sign}`),
    sentence,
    tone: tones[sign],
    isOff: sign === "disabled" || sign === "expired",
  };
}
