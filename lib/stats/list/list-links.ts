import { refusedField } from "../../core/errors";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { countLinks } from "../../links/count-links";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import type { LinkListQuery } from "../../links/list-schema";
import type { Reader } from "../sources/source";
import { inBounds } from "./bounded-list";
import { findLinkIds } from "./find-links";
import {
  allOf,
  conditionsOf,
  filtered,
  findTagMatch,
  matches,
  meant,
  type TagMatch,
  taggedLinks,
} from "./link-conditions";
import { cursorAt, readCursor } from "./link-cursor";
import { findNewestShort, findShortText, isShortText, type ShortText } from "./short-texts";

interface LinkPage {
  links: Link[];
  /** All matches, not only this page. */
  total: number;
  limit: number;
  offset: number;
  /** Null on the last page. Left out for a query that has only parameters of the contract. */
  nextCursor?: string | null;
}

/** `creators`: what `createdBy` stands for. */
type Query = Omit<LinkListQuery, "createdBy"> & { creators?: string[] | undefined };

/** A page of the links that match. Throws `validation_failed` for an unknown cursor, and `list_timeout`. */
export function listLinks(query: Query, now: Date): Promise<LinkPage> {
  return isBounded(query)
    ? preferReplica("owners", (reader) => readPage(reader, query, now))
    : inBounds((reader) => readPage(reader, query, now));
}

/** Whether a page costs about the same with many links. */
function isBounded({ q = "", search = "", ...query }: Query): boolean {
  const { tag, notTag, state, campaign, channel, destination, creators } = query;
  return (
    (q === "" || isShortText(q)) &&
    search === "" &&
    [tag, notTag, state, campaign, channel, destination, creators].every(
      (each) => each === undefined,
    )
  );
}

async function readPage(
  reader: Prisma.TransactionClient,
  query: Query,
  now: Date,
): Promise<LinkPage> {
  const { limit, offset, cursor, tag, tagMode } = query;
  const { position, sort } = startOf(query);
  const match = await findTagMatch(reader, tag, tagMode);
  const selection = await selectionOf(reader, query, now);
  const { where, short } = selection;
  const page = { limit: limit + 1, offset };
  const [found, total] = await Promise.all([
    short && where && !match && sort === "createdAt" && !position
      ? findNewestShort(reader, short, where, page)
      : findLinkIds(reader, { order: sort, where, match, after: position, ...page }),
    short && !match ? short.links : countMatches(reader, selection, match),
  ]);
  const ids = found.slice(0, limit);
  const links = [...(await readLinks(ids, reader)).values()];
  const answer = { links, total, limit, offset };
  if (
    [
      query.search,
      query.url,
      query.state,
      query.sort,
      query.tag,
      query.notTag,
      query.campaign,
      query.channel,
      query.destination,
      query.creators,
      cursor,
    ].every((parameter) => parameter === undefined)
  )
    return answer;
  const last = links.at(-1);
  return { ...answer, nextCursor: found.length > limit && last ? cursorAt(last, sort) : null };
}

function startOf({ cursor, offset, ...query }: Query) {
  const position = cursor === undefined ? null : readCursor(cursor);
  const sort = query.sort ?? position?.by ?? "createdAt";
  if (position && position.by !== sort)
    throw refusedField("cursor", "cursorOfSort", { sort: position.by });
  if (position && offset > 0) throw refusedField("offset", "offsetWithCursor");
  return { position, sort };
}

interface Selection {
  /** Null without conditions. */
  where: Prisma.Sql | null;
  /** A text of one or two characters, if it and `enabled` are all that selects links, except tags. */
  short: ShortText | null;
  /** Nothing but `enabled=true` selects links, except tags. */
  isEnabledOnly: boolean;
}

async function selectionOf(
  reader: Prisma.TransactionClient,
  query: Query,
  now: Date,
): Promise<Selection> {
  const { q = "", search = "", enabled, url, state } = query;
  const short = await findShortText(reader, q, enabled);
  const others = [
    await meant(reader, search),
    url === undefined ? null : Prisma.sql`l."url" = ${url}`,
    state === undefined ? null : (await conditionsOf(reader, state, now))[state],
    await filtered(reader, query),
  ].filter((condition) => condition !== null);
  const all = [
    await matches(reader, q, short),
    enabled === undefined ? null : Prisma.sql`l."enabled" = ${enabled}`,
    ...others,
  ].filter((condition) => condition !== null);
  return {
    where: all.length > 0 ? allOf(all) : null,
    short: others.length === 0 ? short : null,
    isEnabledOnly: enabled === true && all.length === 1,
  };
}

async function countMatches(
  reader: Reader,
  { where, isEnabledOnly }: Selection,
  match: TagMatch | null,
): Promise<number> {
  if (!match && (!where || isEnabledOnly)) {
    // Few are disabled.
    const disabled = isEnabledOnly
      ? await count(reader, Prisma.sql`SELECT FROM "Link" WHERE NOT "enabled"`)
      : 0;
    return (await countLinks(reader)) - disabled;
  }
  return count(
    reader,
    match ? taggedLinks(match, where) : Prisma.sql`SELECT FROM "Link" l WHERE ${allOf([where])}`,
  );
}

async function count(reader: Reader, rows: Prisma.Sql): Promise<number> {
  const [{ links }] = await reader.$queryRaw<
    [{ links: number }]
  >`SELECT count(*)::float8 AS "links" FROM (${rows}) m`;
  return links;
}
