import { z } from "zod";
import { mostCounted } from "../../core/format";
import { cleanTag, findTagProblem, mostTags, uniqueTags } from "../../core/tag";
import { database } from "../../database/client";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/replica";
import { idsByAlias } from "../../links/aliases";
import { countLinks, linkCount } from "../../links/count-links";
import { readLinks } from "../../links/get-link";
import { type Link, type LinkRef, linkInclude, toLink } from "../../links/link";
import { stateConditions } from "../../links/state-conditions";
import { isBroken } from "../../previews/broken-destinations";
import type { Reader } from "../sources/source";
import { rankLinks } from "./rank-links";
import { findTagMatch, hasTags, listNewestTagged, type TagMatch, taggedCount } from "./tagged-links";

export const linkFilters = ["all", "active", "disabled", "expired", "usedUp", "scheduled", "protected", "broken"] as const;
export const linkSorts = ["newest", "clicks", "last-click"] as const;
export type LinkFilter = (typeof linkFilters)[number];
export type LinkSort = (typeof linkSorts)[number];

/** The query parameters of the links page. Invalid values fall back to defaults. Pages count from 1. */
export const browseQuerySchema = z.object({
  q: z
    .string()
    .transform((text) => text.replaceAll("\0", "").trim())
    .catch(""),
  state: z.enum(linkFilters).catch("all"),
  tag: z
    .union([z.string(), z.array(z.string())])
    .transform(tagsIn)
    .optional()
    .catch(undefined),
  tagMode: z.enum(["any", "all"]).optional().catch(undefined),
  sort: z.enum(linkSorts).catch("newest"),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
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

/** What of a query selects links. */
export type LinkSelection = Pick<BrowseQuery, "q" | "state" | "tag" | "tagMode">;

export const browsePageLength = 20;

/** A link, and why its destination is broken; null if it is not. */
export type BrowsedLink = Link & { brokenReason: string | null };

interface BrowsedLinks {
  links: BrowsedLink[];
  /** Whether there is a page behind this one. */
  hasMore: boolean;
  /**
   * Matches of the search per filter, regardless of the active filter. `all` counts each link once. With a search,
   * `mostCounted` + 1 stands for any higher number.
   */
  counts: Record<LinkFilter, number>;
  /** The search has so few characters that it left out most links: see `searched`. */
  isPartial: boolean;
}

export function browseLinks(query: BrowseQuery, now: Date): Promise<BrowsedLinks> {
  return preferReplica("owners", (reader) => browse(reader, query, now));
}

async function browse(reader: PrismaClient, query: BrowseQuery, now: Date): Promise<BrowsedLinks> {
  const match = await findTagMatch(reader, query.tag, query.tagMode);
  const [found, counts, isPartial] = await Promise.all([
    findIds(reader, query, match, now),
    countByFilter(reader, query.q, match, now),
    leavesOut(reader, query.q),
  ]);
  const hasMore = found.length > browsePageLength;
  const ids = found.slice(0, browsePageLength);
  if (ids.length === 0) return { links: [], hasMore, counts, isPartial };
  const [links, broken] = await Promise.all([
    readLinks(ids, reader),
    reader.$queryRaw<{ linkId: number; reason: string }[]>`
      SELECT "linkId", coalesce("failReason", '') AS "reason" FROM "LinkPreview" WHERE "linkId" = ANY(${ids}::int[]) AND ${isBroken}`,
  ]);
  const reasons = new Map(broken.map(({ linkId, reason }) => [linkId, reason]));
  return {
    links: ids.flatMap((id) => {
      const link = links.get(id);
      return link ? { ...link, brokenReason: reasons.get(id) ?? null } : [];
    }),
    hasMore,
    counts,
    isPartial,
  };
}

interface MatchingPage {
  after: number;
  limit: number;
  /** Searches everything, however long that takes. Else what the links page shows. */
  isComplete?: boolean;
}

/** Ids of the links that match a search and filter, ascending. */
export async function matchingIds(reader: PrismaClient, { q, state, tag, tagMode }: LinkSelection, page: MatchingPage, now: Date): Promise<number[]> {
  const match = await findTagMatch(reader, tag, tagMode);
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT l."id" FROM "Link" l
    WHERE l."id" > ${page.after} AND ${page.isComplete ? matches(q, true) : searched(q)} AND ${conditions(now)[state]} AND ${match ? hasTags(match) : Prisma.sql`TRUE`}
    ORDER BY l."id" LIMIT ${page.limit}`;
  return rows.map(({ id }) => id);
}

/** At most this many links are selected at once. */
const mostMatching = 5_000;

/** All links that match, up to `mostMatching`, for an action on them. */
export async function listMatching(query: BrowseQuery, now: Date): Promise<LinkRef[]> {
  const ids = await matchingIds(database(), query, { after: 0, limit: mostMatching }, now);
  const rows = await database().link.findMany({ where: { id: { in: ids } }, include: linkInclude, orderBy: { id: "asc" } });
  return rows.map((row) => toLink(row, "")).map(({ slug, enabled, expiresAt, clickCount }) => ({ slug, enabled, expiresAt, clickCount }));
}

const rankings = { clicks: "clicks", "last-click": "lastClick" } as const;

/** Of one more link than the page has, if there is one. */
async function findIds(reader: Reader, { q, state, sort, page }: BrowseQuery, match: TagMatch | null, now: Date): Promise<number[]> {
  const [limit, offset] = [browsePageLength + 1, (page - 1) * browsePageLength];
  const isWhole = q === "" && state === "all";
  const where = Prisma.sql`${searched(q)} AND ${conditions(now)[state]}`;
  if (match && sort === "newest") return listNewestTagged(reader, match, isWhole ? null : where, { limit, offset });
  // Without conditions the bands of the counters give the order. With conditions every match is ranked.
  if (sort !== "newest" && isWhole && !match) return rankLinks(reader, rankings[sort], { limit, offset });
  const totals = sort === "newest" ? Prisma.empty : Prisma.sql`JOIN "LinkTotals" t ON t."linkId" = l."id"`;
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT l."id" FROM "Link" l ${totals} WHERE ${where} AND ${match ? hasTags(match) : Prisma.sql`TRUE`}
    ORDER BY ${order[sort]} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}

async function countByFilter(reader: Reader, q: string, match: TagMatch | null, now: Date): Promise<Record<LinkFilter, number>> {
  if (q !== "") return countMatches(reader, q, match, now);
  const [counts] = await reader.$queryRaw<[Record<Exclude<LinkFilter, "active">, bigint>]>(countAll(match, now));
  const { all, disabled, expired, usedUp, scheduled } = counts;
  return asNumbers({ ...counts, active: all - disabled - expired - usedUp - scheduled });
}

function asNumbers(counts: Record<LinkFilter, bigint>): Record<LinkFilter, number> {
  return Object.fromEntries(linkFilters.map((name) => [name, Number(counts[name])])) as Record<LinkFilter, number>;
}

/** Counting all matches of a common term would read all links. Most terms match few, which one pass counts for every filter. */
async function countMatches(reader: Reader, q: string, match: TagMatch | null, now: Date): Promise<Record<LinkFilter, number>> {
  const states = conditions(now);
  const limit = Prisma.sql`LIMIT ${mostCounted + 1}`;
  const found = Prisma.sql`FROM "Link" l WHERE ${searched(q)} AND ${match ? hasTags(match) : Prisma.sql`TRUE`}`;
  const select = (count: (name: LinkFilter) => Prisma.Sql) =>
    Prisma.join(linkFilters.map((name) => Prisma.sql`${count(name)} AS ${Prisma.raw(`"${name}"`)}`));
  const read = async (query: Prisma.Sql) => asNumbers((await reader.$queryRaw<[Record<LinkFilter, bigint>]>(query))[0]);
  const counts = await read(Prisma.sql`
    SELECT ${select((name) => Prisma.sql`count(*) FILTER (WHERE ${states[name]})`)} FROM (SELECT * ${found} ${limit}) l`);
  if (counts.all <= mostCounted) return counts;
  return read(Prisma.sql`SELECT ${select((name) => Prisma.sql`(SELECT count(*) FROM (SELECT ${found} AND ${states[name]} ${limit}) m)`)}`);
}

/** Without a search: links that are not active, or have a maximum, a start or a password, are few and have their own indexes. */
function countAll(match: TagMatch | null, now: Date): Prisma.Sql {
  const { disabled, expired, usedUp, scheduled, protected: withPassword, broken } = conditions(now);
  const tagged = match ? hasTags(match) : Prisma.sql`TRUE`;
  return Prisma.sql`
    SELECT (${match ? taggedCount(match, null) : linkCount}) AS "all",
           (SELECT count(*) FROM "Link" l WHERE ${disabled} AND ${tagged}) AS "disabled",
           (SELECT count(*) FROM "Link" l WHERE ${expired} AND ${tagged}) AS "expired",
           (SELECT count(*) FROM "Link" l WHERE ${usedUp} AND ${tagged}) AS "usedUp",
           (SELECT count(*) FROM "Link" l WHERE ${scheduled} AND ${tagged}) AS "scheduled",
           (SELECT count(*) FROM "Link" l WHERE ${withPassword} AND ${tagged}) AS "protected",
           (SELECT count(*) FROM "Link" l WHERE ${broken} AND ${tagged}) AS "broken"`;
}

/** A case-insensitive substring of slug, URL or title; `inDashboard` also of the note and of an alias. `%` and `_` are literal. */
export function matches(q: string, inDashboard = false): Prisma.Sql {
  if (q === "") return Prisma.sql`TRUE`;
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`(l."slug" ILIKE ${pattern} OR l."url" ILIKE ${pattern} OR l."title" ILIKE ${pattern}${
    inDashboard ? Prisma.sql` OR l."note" ILIKE ${pattern} OR l."id" = ANY(${idsByAlias(pattern)})` : Prisma.empty
  })`;
}

/** No index finds fewer characters inside a text. */
const shortestIndexed = 3;
/** So they are looked up in these links, and at the beginning of every slug. */
const newestSearched = 10_000;

/** What the dashboard's search finds: `matches`, but for one or two characters only where that is quick. */
export function searched(q: string): Prisma.Sql {
  if (q === "" || q.length >= shortestIndexed) return matches(q, true);
  const begins = beginsWith(q);
  return Prisma.sql`(
    (l."id" > coalesce((SELECT n."id" FROM "Link" n ORDER BY n."id" DESC OFFSET ${newestSearched} LIMIT 1), 0) AND ${matches(q, true)})
    OR ${begins(Prisma.sql`l."slug"`)} OR l."id" = ANY(ARRAY(SELECT "linkId" FROM "Alias" WHERE ${begins(Prisma.sql`"slug"`)}))
  )`;
}

async function leavesOut(reader: Reader, q: string): Promise<boolean> {
  return q !== "" && q.length < shortestIndexed && (await countLinks(reader)) > newestSearched;
}

/** Whether a slug begins with the text, ignoring case. An index finds those. */
export function beginsWith(text: string): (slug: Prisma.Sql) => Prisma.Sql {
  const start = text.toLowerCase();
  // Slugs are ASCII, so every one that begins with `start` sorts before `start` and the last character of ASCII.
  return (slug) => Prisma.sql`(lower(${slug} COLLATE "C") >= ${start} AND lower(${slug} COLLATE "C") < ${`${start}\x7f`})`;
}

/** For the link `l`. */
export function conditions(now: Date): Record<LinkFilter, Prisma.Sql> {
  return {
    ...stateConditions(now),
    all: Prisma.sql`TRUE`,
    broken: Prisma.sql`l."id" IN (SELECT "linkId" FROM "LinkPreview" WHERE ${isBroken})`,
  };
}

const order: Record<LinkSort, Prisma.Sql> = {
  newest: Prisma.sql`l."createdAt" DESC, l."id" DESC`,
  clicks: Prisma.sql`t."clickCount" DESC, l."id"`,
  "last-click": Prisma.sql`t."lastClickedAt" DESC NULLS LAST, l."id"`,
};
