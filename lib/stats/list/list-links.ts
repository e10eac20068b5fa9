import { refusedField } from "../../core/errors";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { countLinks } from "../../links/count-links";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import type { LinkListQuery } from "../../links/list-schema";
import type { Reader } from "../sources/source";
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

/** A page of the links that match. Throws `validation_failed` for an unknown cursor. */
export function listLinks(query: Query, now: Date): Promise<LinkPage> {
  return preferReplica("owners", (reader) => readPage(reader, query, now));
}

async function readPage(reader: PrismaClient, query: Query, now: Date): Promise<LinkPage> {
  const { limit, offset, cursor, tag, tagMode } = query;
  const position = cursor === undefined ? null : readCursor(cursor);
  const sort = query.sort ?? position?.by ?? "createdAt";
  if (position && position.by !== sort)
    throw refusedField("cursor", "cursorOfSort", { sort: position.by });
  if (position && offset > 0) throw refusedField("offset", "offsetWithCursor");
  const where = await whereOf(reader, query, now);
  const match = await findTagMatch(reader, tag, tagMode);
  const [found, total] = await Promise.all([
    findLinkIds(reader, { order: sort, where, match, limit: limit + 1, offset, after: position }),
    where || match ? countMatches(reader, where, match) : countLinks(reader),
  ]);
  const ids = found.slice(0, limit);
  const links = [...(await readLinks(ids, reader)).values()];
  const page = { links, total, limit, offset };
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
    return page;
  const last = links.at(-1);
  return { ...page, nextCursor: found.length > limit && last ? cursorAt(last, sort) : null };
}

/** Null without conditions. */
async function whereOf(reader: PrismaClient, query: Query, now: Date): Promise<Prisma.Sql | null> {
  const { q = "", search = "", enabled, url, state } = query;
  const all = [
    await matches(reader, q),
    await meant(reader, search),
    enabled === undefined ? null : Prisma.sql`l."enabled" = ${enabled}`,
    url === undefined ? null : Prisma.sql`l."url" = ${url}`,
    state === undefined ? null : (await conditionsOf(reader, state, now))[state],
    await filtered(reader, query),
  ];
  return all.some((condition) => condition !== null) ? allOf(all) : null;
}

async function countMatches(
  reader: Reader,
  where: Prisma.Sql | null,
  match: TagMatch | null,
): Promise<number> {
  const matching = match
    ? taggedLinks(match, where)
    : Prisma.sql`SELECT l."id" FROM "Link" l WHERE ${allOf([where])}`;
  const [{ count }] = await reader.$queryRaw<
    [{ count: number }]
  >`SELECT count(*)::float8 AS "count" FROM (${matching}) m`;
  return count;
}
