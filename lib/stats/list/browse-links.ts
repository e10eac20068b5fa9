import { z } from "zod";
import { cutText, trimInvisible } from "../../core/clean-text";
import { mostCounted } from "../../core/format";
import { cleanTag, findTagProblem, mostSlugs, mostTags, uniqueTags } from "../../core/tag";
import { database } from "../../database/client";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { countLinks, linkCount } from "../../links/count-links";
import { readLinks } from "../../links/get-link";
import { type Link, type LinkRef, linkInclude, toLink } from "../../links/link";
import { mostChosen } from "../../links/schema";
import { allBroken } from "../../previews/broken-destinations";
import { isMoved } from "../../previews/moved-destinations";
import { readSentence, type Sentence } from "../../texts/sentence";
import type { Reader } from "../sources/source";
import { refuseIfSlow } from "./bounded-list";
import { findLinkIds } from "./find-links";
import {
  allOf,
  conditionsOf,
  filtered,
  findTagMatch,
  hasTags,
  isShort,
  type LinkFilters,
  meant,
  newestSearched,
  searched,
  type TagMatch,
  taggedLinks,
} from "./link-conditions";

export const linkFilters = [
  "all",
  "active",
  "disabled",
  "expired",
  "usedUp",
  "scheduled",
  "protected",
  "broken",
  "moved",
  "outside",
] as const;
export const linkSorts = ["newest", "clicks", "last-click"] as const;
export type LinkFilter = (typeof linkFilters)[number];

const tagNames = z
  .union([z.string(), z.array(z.string())])
  .transform(tagsIn)
  .optional()
  .catch(undefined);

/** Without what no database stores. */
const plain = (text: string) => trimInvisible(text.replaceAll("\0", "").toWellFormed());

/** Undefined without text. */
const filterText = z
  .string()
  .transform((text) => plain(cutText(text, 500)) || undefined)
  .optional()
  .catch(undefined);

/** Slugs in one or more parameters, where commas separate them. Undefined without any. */
const slugs = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => {
    const all = [given].flat().flatMap((text) => text.split(",").map(plain));
    const named = [...new Set(all.filter(Boolean))].slice(0, mostSlugs);
    return named.length > 0 ? named : undefined;
  })
  .optional()
  .catch(undefined);

/**
 * The query parameters of the links page. Invalid values fall back to defaults. Pages count from 1.
 */
export const browseQuerySchema = z.object({
  q: z.string().transform(plain).catch(""),
  state: z.enum(linkFilters).catch("all"),
  tag: tagNames,
  tagMode: z.enum(["any", "all"]).optional().catch(undefined),
  notTag: tagNames,
  campaign: filterText,
  channel: filterText,
  destination: filterText,
  slug: slugs,
  createdBy: filterText,
  sort: z.enum(linkSorts).catch("newest"),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  /** Whether the links of the page are selected at first. */
  select: z.literal("all").optional().catch(undefined),
  /** The saved view that was opened, whatever was changed since. */
  view: z.uuid().optional().catch(undefined),
});
export type BrowseQuery = z.output<typeof browseQuerySchema>;

/** The names in one or more parameters of a URL, where commas separate them. */
function tagsIn(given: string | string[]): string[] {
  const names = [given]
    .flat()
    .flatMap((text) => text.split(","))
    .map(cleanTag);
  return uniqueTags(names.filter((name) => findTagProblem(name) === null)).slice(0, mostTags);
}

/** What of a query selects links. `creators`: what its `createdBy` stands for. */
export type LinkSelection = Pick<BrowseQuery, "q" | "state" | "tag" | "tagMode"> & LinkFilters;

type Browsing = LinkSelection & Pick<BrowseQuery, "sort" | "page">;

export const browsePageLength = 20;

/** Chosen links are on one page, so that all of them can be selected. */
export function pageLengthOf({ slug }: Pick<BrowseQuery, "slug">): number {
  return slug ? mostSlugs : browsePageLength;
}

/** A link, and why its destination is broken and to which host it moved; null if it did not. */
export type BrowsedLink = Link & { brokenReason: Sentence | null; movedTo: string | null };

interface BrowsedLinks {
  links: BrowsedLink[];
  /** Whether there is a page behind this one. */
  hasMore: boolean;
  /**
   * Matches of the search per filter, regardless of the active filter. `all` counts each link once.
   * With a search or a destination, `mostCounted` + 1 stands for any higher number. `outside` reads
   * every link, so it is counted only while it is the active filter, and else 0.
   */
  counts: Record<LinkFilter, number>;
  /** The search has so few characters that it left out most links: see `searched`. */
  isPartial: boolean;
}

const isSearched = ({ q, destination }: Browsing) => q !== "" || Boolean(destination);

/** Throws `list_timeout` for a search. */
export function browseLinks(query: Browsing, now: Date): Promise<BrowsedLinks> {
  const found = preferReplica("owners", (reader) => browse(reader, query, now));
  return isSearched(query) ? found.catch(refuseIfSlow) : found;
}

async function browse(
  reader: PrismaClient,
  { q, state, sort, page, tag, tagMode, ...filters }: Browsing,
  now: Date,
): Promise<BrowsedLinks> {
  const match = await findTagMatch(reader, tag, tagMode);
  const only = await filtered(reader, filters);
  const search = await searched(reader, q);
  const states = await conditionsOf(reader, state, now);
  const where = !search && state === "all" && !only ? null : allOf([search, states[state], only]);
  const limit = pageLengthOf(filters);
  const offset = (page - 1) * limit;
  const [found, counts, isPartial] = await Promise.all([
    // One more than the page has, if there is one.
    findLinkIds(reader, { order: orders[sort], where, match, limit: limit + 1, offset }),
    countByFilter(reader, {
      search,
      match,
      only,
      states,
      isCapped: search !== null || Boolean(filters.destination),
    }),
    isShort(q) && countLinks(reader).then((links) => links > newestSearched),
  ]);
  const ids = found.slice(0, limit);
  const [links, broken, moved] = await Promise.all([
    readLinks(ids, reader),
    reader.$queryRaw<{ linkId: number; reason: string }[]>`
      SELECT "linkId", coalesce("failReason", '') AS "reason" FROM (${allBroken}) b WHERE "linkId" = ANY(${ids}::int[])`,
    reader.$queryRaw<{ linkId: number; movedTo: string }[]>`
      SELECT "linkId", "movedTo" FROM "LinkPreview" WHERE "linkId" = ANY(${ids}::int[]) AND ${isMoved}`,
  ]);
  const reasons = new Map(broken.map(({ linkId, reason }) => [linkId, readSentence(reason)]));
  const hosts = new Map(moved.map(({ linkId, movedTo }) => [linkId, movedTo]));
  return {
    links: [...links.values()].map((link) => ({
      ...link,
      brokenReason: reasons.get(link.id) ?? null,
      movedTo: hosts.get(link.id) ?? null,
    })),
    hasMore: found.length > limit,
    counts,
    isPartial,
  };
}

const orders = {
  newest: "createdAt",
  clicks: "clickCount",
  "last-click": "lastClickedAt",
} as const;

interface MatchingPage {
  after: number;
  limit: number;
  /** Searches everything, however long that takes. Else what the links page shows. */
  isComplete?: boolean;
}

/** Ids of the links that match a search and filter, ascending. */
export async function matchingIds(
  reader: PrismaClient,
  which: LinkSelection,
  page: MatchingPage,
  now: Date,
): Promise<number[]> {
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT l."id" FROM "Link" l
    WHERE l."id" > ${page.after} AND ${await isSelected(reader, which, page.isComplete ? meant : searched, now)}
    ORDER BY l."id" LIMIT ${page.limit}`;
  return rows.map(({ id }) => id);
}

/** How many links an export of these has. */
export function countSelected(which: LinkSelection, now: Date): Promise<number> {
  return preferReplica("owners", async (reader) => {
    const [row] = await reader.$queryRaw<[{ links: number }]>`
      SELECT count(*)::int AS "links" FROM "Link" l WHERE ${await isSelected(reader, which, meant, now)}`;
    return row.links;
  });
}

async function isSelected(
  reader: PrismaClient,
  { q, state, tag, tagMode, ...filters }: LinkSelection,
  search: typeof meant,
  now: Date,
): Promise<Prisma.Sql> {
  const match = await findTagMatch(reader, tag, tagMode);
  const states = await conditionsOf(reader, state, now);
  return allOf([
    await search(reader, q),
    states[state],
    hasTags(match),
    await filtered(reader, filters),
  ]);
}

/** All links that match, up to `mostChosen`, for an action on them. */
export async function listMatching(query: LinkSelection, now: Date): Promise<LinkRef[]> {
  const ids = await matchingIds(database(), query, { after: 0, limit: mostChosen }, now);
  const rows = await database().link.findMany({
    where: { id: { in: ids } },
    include: linkInclude,
    orderBy: { id: "asc" },
  });
  return rows
    .map((row) => toLink(row, ""))
    .map(({ id, slug, enabled, expiresAt, clickCount }) => ({
      id,
      slug,
      enabled,
      expiresAt,
      clickCount,
    }));
}

type Counts = Record<LinkFilter, number>;

async function countByFilter(
  reader: Reader,
  {
    search,
    match,
    only,
    states,
    isCapped,
  }: {
    search: Prisma.Sql | null;
    match: TagMatch | null;
    only: Prisma.Sql | null;
    states: Record<LinkFilter, Prisma.Sql | null>;
    isCapped: boolean;
  },
): Promise<Counts> {
  const read = async (
    filters: readonly LinkFilter[],
    count: (name: LinkFilter) => Prisma.Sql,
    from = Prisma.empty,
  ): Promise<Counts> => {
    const columns = filters.map(
      (name) => Prisma.sql`(${count(name)})::float8 AS ${Prisma.raw(`"${name}"`)}`,
    );
    return (await reader.$queryRaw<[Counts]>`SELECT ${Prisma.join(columns)} ${from}`)[0];
  };
  const matching = (name: LinkFilter) =>
    Prisma.sql`FROM "Link" l WHERE ${allOf([search, hasTags(match), only, states[name]])}`;
  if (!isCapped) {
    // Links that are not active, or have a maximum, a start or a password, are few and have their
    // own indexes.
    const tagged = match && Prisma.sql`SELECT count(*) FROM (${taggedLinks(match, only)}) t`;
    const every = tagged ?? (only ? Prisma.sql`SELECT count(*) ${matching("all")}` : linkCount);
    const few = linkFilters.filter((name) => name !== "active");
    const counts = await read(few, (name) =>
      name === "all" ? every : Prisma.sql`SELECT count(*) ${matching(name)}`,
    );
    return {
      ...counts,
      active: counts.all - counts.disabled - counts.expired - counts.usedUp - counts.scheduled,
    };
  }
  // Counting all matches of a common term would read all links. Most terms match few, which one
  // pass counts for every filter.
  const limit = Prisma.sql`LIMIT ${mostCounted + 1}`;
  const counts = await read(
    linkFilters,
    (name) => Prisma.sql`count(*) FILTER (WHERE ${allOf([states[name]])})`,
    Prisma.sql`FROM (SELECT * ${matching("all")} ${limit}) l`,
  );
  if (counts.all <= mostCounted) return counts;
  const more = Prisma.sql`${mostCounted + 1}::int`;
  return read(linkFilters, (name) =>
    name === "all" ? more : Prisma.sql`SELECT count(*) FROM (SELECT ${matching(name)} ${limit}) m`,
  );
}
