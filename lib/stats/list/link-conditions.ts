import { foldText } from "../../core/fold-text";
import { searchTerms } from "../../core/search-terms";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { idsByAlias } from "../../links/aliases";
import { findTags } from "../../links/find-tags";
import { leadsOutside } from "../../links/link-addresses";
import { linkSettings } from "../../links/links-part";
import { stateConditions } from "../../links/state-conditions";
import { allBroken } from "../../previews/broken-destinations";
import { isMoved } from "../../previews/moved-destinations";
import type { Reader } from "../sources/source";
import { type ShortText, shortTextCondition } from "./short-texts";

/** All of these conditions on the link `l`. */
export function allOf(conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  const given = conditions.filter((condition) => condition !== null);
  return given.length > 0 ? Prisma.join(given, " AND ") : Prisma.sql`TRUE`;
}

/**
 * By state. `all`, `broken`, `moved` and `outside` are no states of a link. `outside` reads every link, so it
 * is only there if it is the `wanted` one.
 */
export async function conditionsOf(reader: Reader, wanted: string, now: Date) {
  const broken = Prisma.sql`l."id" IN (SELECT "linkId" FROM (${allBroken}) b)`;
  const moved = Prisma.sql`l."id" IN (SELECT "linkId" FROM "LinkPreview" WHERE ${isMoved})`;
  const hosts =
    (wanted === "outside" && linkSettings().get().DESTINATION_HOSTS) || new Set<string>();
  const outside = await leadsOutside(reader, hosts);
  return { ...stateConditions(now), all: null, broken, moved, outside };
}

/** A case-insensitive substring of slug, URL or title. `short`: what is known of it. */
export async function matches(
  reader: Reader,
  q: string,
  short: ShortText | null,
): Promise<Prisma.Sql | null> {
  if (q === "") return null;
  const indexed = short && shortTextCondition(short);
  if (indexed) return indexed;
  const inSlug = asciiOf([q]).map((text) => Prisma.sql`l."slug" ILIKE ${containing(text)}`);
  return Prisma.sql`(${anyOf([...inSlug, ...(await inTexts(reader, [q], ["url", "title"]))])})`;
}

const anyOf = (conditions: readonly Prisma.Sql[]) => Prisma.join(conditions, " OR ");

/** No index finds fewer characters inside a text. */
const hasFew = (text: string) => [...text].length < 3;
type TextColumn = "url" | "title" | "note";

/** Whether a column has one of the texts, whatever their case and spelling in Unicode. */
async function inTexts(
  reader: Reader,
  texts: readonly string[],
  columns: readonly TextColumn[],
): Promise<Prisma.Sql[]> {
  const inAscii = asciiOf(texts).flatMap((text) =>
    columns.map((name) => Prisma.sql`${Prisma.raw(`l."${name}"`)} ILIKE ${containing(text)}`),
  );
  return [...inAscii, await inOthers(reader, [...new Set(texts.map(foldText))], columns)];
}

/** Of more links than these, ids are not looked up before all else. */
export const mostLookedUp = 1_000;

/**
 * Few such links are looked up first, so that the other conditions cost and are planned as without
 * them. Of many, the condition is one among the others.
 */
async function inOthers(
  reader: Reader,
  folded: readonly string[],
  columns: readonly TextColumn[],
): Promise<Prisma.Sql> {
  const inline = Prisma.sql`(${asFolded("l", folded, columns)})`;
  if (folded.some(hasFew)) return inline;
  // Materialized, it is planned for all of its rows, though no more are read than the limit.
  const rows = await reader.$queryRaw<{ id: number }[]>`
    WITH found AS MATERIALIZED (SELECT f."id" FROM "Link" f WHERE ${asFolded("f", folded, columns)})
    SELECT "id" FROM found LIMIT ${mostLookedUp + 1}`;
  if (rows.length > mostLookedUp) return inline;
  return Prisma.sql`l."id" = ANY(${rows.map(({ id }) => id)}::int[])`;
}

/** In values that are not ASCII alone, which have indexes of their own. */
function asFolded(link: string, texts: readonly string[], columns: readonly TextColumn[]) {
  return anyOf(
    columns.flatMap((name) => {
      const column = Prisma.raw(`${link}."${name}"`);
      return texts.map(
        (text) =>
          Prisma.sql`${isBeyondAscii(column)} AND "foldText"(${column}) LIKE ${containing(text)}`,
      );
    }),
  );
}

const isBeyondAscii = (column: Prisma.Sql) =>
  Prisma.sql`octet_length(${column}) <> length(${column})`;

/** As folded, where that can be a part of a slug or of another text in ASCII alone. */
function asciiOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map(foldText))].filter((text) => /^[\0-\x7f]*$/.test(text));
}

/** For LIKE: `%` and `_` are literal. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

function containing(text: string): string {
  return `%${literal(text)}%`;
}

/**
 * What somebody means who types or pastes `q` (`searchTerms`): the link with this short URL or
 * `/slug`, and those that have the text in slug, URL, title, note or an alias.
 */
export async function meant(reader: Reader, q: string): Promise<Prisma.Sql | null> {
  const { texts, slug } = searchTerms(q, linkSettings().destinationRules());
  if (texts[0] === "") return null;
  // With fewer conditions it is less likely that all links are read.
  const slugs = [
    ...asciiOf(texts)
      .filter((text) => /^[\w-]+$/.test(text))
      .map(containing),
    ...(slug === null ? [] : [literal(slug)]),
  ].map((pattern) => Prisma.sql`l."slug" ILIKE ${pattern} OR l."id" = ANY(${idsByAlias(pattern)})`);
  const inOwn = await inTexts(reader, texts, ["url", "title", "note"]);
  return Prisma.sql`(${anyOf([...inOwn, ...slugs])})`;
}

/** Fewer characters are looked up in these links, and at the beginning of every slug. */
export const newestSearched = 10_000;
const isNewest = Prisma.sql`l."id" > coalesce((SELECT n."id" FROM "Link" n ORDER BY n."id" DESC OFFSET ${newestSearched} LIMIT 1), 0)`;

/** Whether the search has so few characters that it leaves out links. */
export function isShort(q: string): boolean {
  return q !== "" && hasFew(q);
}

/**
 * What the dashboard's search finds: `meant`, but few characters only where that is quick. A union,
 * because `OR` over conditions of different indexes would read all links.
 */
export async function searched(reader: Reader, q: string): Promise<Prisma.Sql | null> {
  const among = await meant(reader, q);
  if (among === null || !isShort(q)) return among;
  const begins = (id: string, table: string) => Prisma.sql`
    (SELECT ${Prisma.raw(`"${id}" FROM "${table}"`)} WHERE ${beginsWith('"slug"', q)} LIMIT ${newestSearched})`;
  return Prisma.sql`l."id" = ANY(ARRAY(
    SELECT l."id" FROM "Link" l WHERE ${isNewest} AND ${among}
    UNION ${begins("id", "Link")} UNION ${begins("linkId", "Alias")}
  ))`;
}

/** Whether a slug begins with the text, ignoring case. An index finds those. */
export function beginsWith(column: string, text: string): Prisma.Sql {
  const [slug, start] = [Prisma.raw(`lower(${column} COLLATE "C")`), foldText(text)];
  // Slugs are ASCII, so every one that begins with `start` sorts before `start` and the last
  // character of ASCII.
  return Prisma.sql`(${slug} >= ${start} AND ${slug} < ${`${start}\x7f`})`;
}

/** Which tags a link must have: any of them, or all. */
export interface TagMatch {
  ids: number[];
  mode: "any" | "all";
}

/** No tag has this id. */
const unknownTag = 0;

/** Null without names. Names of no tag match nothing. */
export async function findTagMatch(
  reader: Pick<PrismaClient, "tag">,
  names: readonly string[] = [],
  mode: TagMatch["mode"] = "any",
): Promise<TagMatch | null> {
  if (names.length === 0) return null;
  const found = await findTags(reader, names);
  const ids = known(found);
  const isHopeless = mode === "all" ? found.includes(undefined) : ids.length === 0;
  return { ids: isHopeless ? [unknownTag] : ids, mode };
}

const known = (ids: readonly (number | undefined)[]) => [
  ...new Set(ids.filter((id) => id !== undefined)),
];

/** Null without names, and for names of no tag, which no link has. */
async function lacksTags(
  reader: Pick<PrismaClient, "tag">,
  names: readonly string[] = [],
): Promise<Prisma.Sql | null> {
  if (names.length === 0) return null;
  const ids = known(await findTags(reader, names));
  return ids.length === 0 ? null : Prisma.sql`NOT ${hasAny('l."id"', ids)}`;
}

/** What selects links besides a search, a state and tags to have. */
export interface LinkFilters {
  notTag?: readonly string[] | undefined;
  campaign?: string | undefined;
  channel?: string | undefined;
  destination?: string | undefined;
  slug?: string[] | undefined;
  /** What the links of a creator store. */
  creators?: readonly string[] | undefined;
}

/** Null without any of them. */
export async function filtered(
  reader: Pick<PrismaClient, "tag"> & Reader,
  { notTag, campaign, channel, destination, slug, creators }: LinkFilters,
): Promise<Prisma.Sql | null> {
  const all = [
    await lacksTags(reader, notTag),
    handedOut(campaign, channel),
    await leadsTo(reader, destination),
    slug ? Prisma.sql`l."slug" = ANY(${slug}::text[])` : null,
    madeBy(creators),
  ].filter((condition) => condition !== null);
  return all.length > 0 ? allOf(all) : null;
}

/** Whether a channel of the link has both. Indexes find channels in lower case, or folded. */
function handedOut(campaign = "", channel = ""): Prisma.Sql | null {
  if (campaign === "" && channel === "") return null;
  const is = (name: string, text: string) => {
    const column = Prisma.raw(`p."${name}"`);
    const inAscii = asciiOf([text]).map((folded) => Prisma.sql`lower(${column}) = ${folded}`);
    return Prisma.sql`(${anyOf([...inAscii, Prisma.sql`${isBeyondAscii(column)} AND "foldText"(${column}) = ${foldText(text)}`])})`;
  };
  return Prisma.sql`l."id" IN (SELECT p."linkId" FROM "LinkPlace" p WHERE ${allOf([
    campaign === "" ? null : is("campaign", campaign),
    channel === "" ? null : Prisma.sql`(${is("source", channel)} OR ${is("medium", channel)})`,
  ])})`;
}

async function leadsTo(reader: Reader, destination = ""): Promise<Prisma.Sql | null> {
  if (destination === "") return null;
  const { texts } = searchTerms(destination, linkSettings().destinationRules());
  const among = isShort(destination) ? Prisma.sql`${isNewest} AND` : Prisma.empty;
  return Prisma.sql`(${among} (${anyOf(await inTexts(reader, texts, ["url"]))}))`;
}

function madeBy(creators: readonly string[] | undefined): Prisma.Sql | null {
  return creators === undefined ? null : Prisma.sql`l."createdBy" = ANY(${creators}::text[])`;
}

/** Null without tags. */
export function hasTags(match: TagMatch | null): Prisma.Sql | null {
  if (match === null) return null;
  return match.mode === "all"
    ? allOf(match.ids.map((id) => hasAny('l."id"', [id])))
    : hasAny('l."id"', match.ids);
}

/** Of one tag as an equality, for which Postgres may read the links of the tag first. */
function hasAny(linkId: string, ids: number[]): Prisma.Sql {
  const isOf = ids.length === 1 ? Prisma.sql`= ${ids[0]}` : Prisma.sql`= ANY(${ids}::int[])`;
  return Prisma.sql`EXISTS (SELECT FROM "LinkTag" g WHERE g."linkId" = ${Prisma.raw(linkId)} AND g."tagId" ${isOf})`;
}

/**
 * A query (linkId, createdAt) of the links with these tags that meet `where`. For one tag or all of
 * several, its index has them in the order of the list, so a page reads no more than it shows. The
 * links of several tags are collected first.
 */
export function taggedLinks({ ids, mode }: TagMatch, where: Prisma.Sql | null): Prisma.Sql {
  const rows = Prisma.raw(
    `o."linkId", o."createdAt" FROM "LinkTag" o ${where ? 'JOIN "Link" l ON l."id" = o."linkId"' : ""}`,
  );
  if (mode === "any" && ids.length > 1)
    return Prisma.sql`SELECT DISTINCT ${rows} WHERE ${allOf([Prisma.sql`o."tagId" = ANY(${ids}::int[])`, where])}`;
  const [first = unknownTag, ...others] = ids;
  return Prisma.sql`SELECT ${rows} WHERE o."tagId" = ${first} AND ${allOf([...others.map((id) => hasAny('o."linkId"', [id])), where])}`;
}
