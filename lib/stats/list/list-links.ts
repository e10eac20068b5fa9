import { refusedField } from "../../core/errors";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/replica";
import { countLinks } from "../../links/count-links";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import type { LinkListQuery } from "../../links/list-schema";
import type { Reader } from "../sources/source";
import { conditions, matches } from "./browse-links";
import { cursorAt, type LinkOrder, type LinkPosition, readCursor } from "./link-cursor";
import { rankLinks } from "./rank-links";
import { findTagMatch, hasTags, listNewestTagged, type TagMatch, taggedCount } from "./tagged-links";

interface LinkPage {
  links: Link[];
  /** All matches, not only this page. */
  total: number;
  limit: number;
  offset: number;
  /** Null on the last page. Left out for a query that has only parameters of the contract. */
  nextCursor?: string | null;
}

/** A page of the links that match. Throws `validation_failed` for an unknown cursor. */
export function listLinks(query: LinkListQuery, now: Date): Promise<LinkPage> {
  return preferReplica("owners", (reader) => readPage(reader, query, now));
}

async function readPage(reader: PrismaClient, query: LinkListQuery, now: Date): Promise<LinkPage> {
  const { limit, offset, cursor, tag, tagMode } = query;
  const position = cursor === undefined ? null : readCursor(cursor);
  const sort = query.sort ?? position?.by ?? "createdAt";
  if (position && position.by !== sort) throw refusedField("cursor", `cursor is of a list sorted by ${position.by}: use it with the same sort.`);
  if (position && offset > 0) throw refusedField("offset", "offset cannot be combined with cursor: leave one of them out.");
  const where = whereOf(query, now);
  const match = await findTagMatch(reader, tag, tagMode);
  const [found, total] = await Promise.all([
    findIds(reader, { where, match, sort, position, limit: limit + 1, offset }),
    where || match ? countMatches(reader, where, match) : countLinks(reader),
  ]);
  const ids = found.slice(0, limit);
  const byId = await readLinks(ids, reader);
  const links = ids.flatMap((id) => byId.get(id) ?? []);
  const page = { links, total, limit, offset };
  if ([query.url, query.state, query.sort, query.tag, cursor].every((parameter) => parameter === undefined)) return page;
  const last = links.at(-1);
  return { ...page, nextCursor: found.length > limit && last ? cursorAt(last, sort) : null };
}

/** Null without conditions. */
function whereOf({ q = "", enabled, url, state }: LinkListQuery, now: Date): Prisma.Sql | null {
  const all = [
    ...(q === "" ? [] : [matches(q)]),
    ...(enabled === undefined ? [] : [Prisma.sql`l."enabled" = ${enabled}`]),
    ...(url === undefined ? [] : [Prisma.sql`l."url" = ${url}`]),
    ...(state === undefined ? [] : [conditions(now)[state]]),
  ];
  return all.length > 0 ? Prisma.join(all, " AND ") : null;
}

async function countMatches(reader: Reader, where: Prisma.Sql | null, match: TagMatch | null): Promise<number> {
  const counting = match ? taggedCount(match, where) : Prisma.sql`SELECT count(*) FROM "Link" l WHERE ${where ?? Prisma.sql`TRUE`}`;
  const [{ count }] = await reader.$queryRaw<[{ count: bigint }]>(counting);
  return Number(count);
}

interface Section {
  where: Prisma.Sql | null;
  match: TagMatch | null;
  sort: LinkOrder;
  position: LinkPosition | null;
  limit: number;
  offset: number;
}

async function findIds(reader: Reader, section: Section): Promise<number[]> {
  const { where, match, sort, position, limit, offset } = section;
  if (!match) return findWhere(reader, section);
  if (sort === "createdAt") return listNewestTagged(reader, match, where, { limit, offset, after: position?.by === sort ? position : null });
  return findWhere(reader, { ...section, where: where ? Prisma.sql`${where} AND ${hasTags(match)}` : hasTags(match) });
}

async function findWhere(reader: Reader, { where, sort, position, limit, offset }: Omit<Section, "match">): Promise<number[]> {
  // Without conditions the bands of the counters give the order. With conditions every match is sorted.
  if (where === null && sort === "clickCount") {
    return rankLinks(reader, "clicks", { limit, offset, after: position?.by === sort ? position : null });
  }
  if (where === null && sort === "lastClickedAt") {
    return rankLinks(reader, "lastClick", { limit, offset, after: position?.by === sort ? position : null });
  }
  const totals = sort === "clickCount" || sort === "lastClickedAt" ? Prisma.sql`JOIN "LinkTotals" t ON t."linkId" = l."id"` : Prisma.empty;
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT l."id" FROM "Link" l ${totals} WHERE ${where ?? Prisma.sql`TRUE`} AND ${position ? isBehind(position) : Prisma.sql`TRUE`}
    ORDER BY ${orders[sort]} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}

const orders: Record<LinkOrder, Prisma.Sql> = {
  createdAt: Prisma.sql`l."createdAt" DESC, l."id" DESC`,
  clickCount: Prisma.sql`t."clickCount" DESC, l."id"`,
  lastClickedAt: Prisma.sql`t."lastClickedAt" DESC NULLS LAST, l."id"`,
  slug: Prisma.sql`l."slug"`,
};

function isBehind({ by, value, id }: LinkPosition): Prisma.Sql {
  switch (by) {
    case "createdAt":
      return Prisma.sql`(l."createdAt", l."id") < (${value}::timestamptz, ${id}::int)`;
    case "slug":
      return Prisma.sql`l."slug" > ${value}`;
    case "clickCount":
      return Prisma.sql`(t."clickCount" < ${value}::bigint OR t."clickCount" = ${value}::bigint AND l."id" > ${id})`;
    case "lastClickedAt":
      return value === null
        ? Prisma.sql`(t."lastClickedAt" IS NULL AND l."id" > ${id})`
        : Prisma.sql`(t."lastClickedAt" < ${value}::timestamptz OR t."lastClickedAt" IS NULL OR t."lastClickedAt" = ${value}::timestamptz AND l."id" > ${id})`;
  }
}
