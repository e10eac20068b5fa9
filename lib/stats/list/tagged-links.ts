import { cleanTag, tagKey } from "../../core/tag";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import type { Reader } from "../sources/source";

/** Which tags a link must have: any of them, or all. */
export interface TagMatch {
  ids: number[];
  mode: "any" | "all";
}

/** No tag has this id. */
const unknownTag = 0;

/** Null without names. Names of no tag match nothing. */
export async function findTagMatch(reader: PrismaClient, names: readonly string[] = [], mode: TagMatch["mode"] = "any"): Promise<TagMatch | null> {
  const keys = [...new Set(names.map((name) => tagKey(cleanTag(name))))];
  if (keys.length === 0) return null;
  const rows = await reader.tag.findMany({ where: { key: { in: keys } }, select: { id: true } });
  const isHopeless = mode === "all" ? rows.length < keys.length : rows.length === 0;
  return { ids: isHopeless ? [unknownTag] : rows.map(({ id }) => id), mode };
}

/** For the link `l`. */
export function hasTags({ ids, mode }: TagMatch): Prisma.Sql {
  return mode === "all"
    ? Prisma.join(
        ids.map((id) => hasAny(Prisma.sql`l."id"`, [id])),
        " AND ",
      )
    : hasAny(Prisma.sql`l."id"`, ids);
}

function hasAny(linkId: Prisma.Sql, ids: number[]): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM "LinkTag" g WHERE g."linkId" = ${linkId} AND g."tagId" = ANY(${ids}::int[]))`;
}

/**
 * The links `t` with these tags. For one tag or all of several, its index has them in the order of the list, so a page reads
 * no more than it shows. The links of several tags are collected first.
 */
function taggedRows({ ids, mode }: TagMatch): Prisma.Sql {
  if (mode === "any" && ids.length > 1) {
    return Prisma.sql`(SELECT DISTINCT "linkId", "createdAt" FROM "LinkTag" WHERE "tagId" = ANY(${ids}::int[])) t`;
  }
  const [first = unknownTag, ...others] = ids;
  const rest = others.map((id) => Prisma.sql` AND ${hasAny(Prisma.sql`o."linkId"`, [id])}`);
  return Prisma.sql`(SELECT o."linkId", o."createdAt" FROM "LinkTag" o WHERE o."tagId" = ${first}${rest.length > 0 ? Prisma.join(rest, "") : Prisma.empty}) t`;
}

/** `where` is about the link `l`; null without conditions. */
function selected(match: TagMatch, where: Prisma.Sql | null): Prisma.Sql {
  return where ? Prisma.sql`${taggedRows(match)} JOIN "Link" l ON l."id" = t."linkId" WHERE ${where}` : Prisma.sql`${taggedRows(match)} WHERE TRUE`;
}

interface Page {
  limit: number;
  offset: number;
  /** The last link of the page before, if there is one. */
  after?: { value: string; id: number } | null;
}

/** The ids of the links with these tags that meet `where`, newest first. */
export async function listNewestTagged(reader: Reader, match: TagMatch, where: Prisma.Sql | null, { limit, offset, after }: Page): Promise<number[]> {
  const isBehind = after ? Prisma.sql`(t."createdAt", t."linkId") < (${after.value}::timestamptz, ${after.id}::int)` : Prisma.sql`TRUE`;
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT t."linkId" AS "id" FROM ${selected(match, where)} AND ${isBehind}
    ORDER BY t."createdAt" DESC, t."linkId" DESC LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}

export function taggedCount(match: TagMatch, where: Prisma.Sql | null): Prisma.Sql {
  return Prisma.sql`SELECT count(*) FROM ${selected(match, where)}`;
}
