import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { readLinks } from "../links/get-link";
import type { Link } from "../links/link";
import { matches } from "./browse-links";

/** No index finds one or two characters inside a text, so that such a search is limited to this many newest links. */
const mostScanned = 1_000;
const shortestIndexed = 3;

/**
 * Links for a list of suggestions: up to half of them have a slug or an alias that begins with `q`, in alphabetical order;
 * the others are the newest that the links page would find. All of them, newest first, if `q` is empty.
 */
export async function searchLinks(q: string, limit: number): Promise<Link[]> {
  const [named, matching] = await Promise.all([q === "" ? [] : idsBeginningWith(q.toLowerCase(), Math.floor(limit / 2)), newestMatching(q, limit)]);
  const ids = [...new Set([...named, ...matching])].slice(0, limit);
  const links = await readLinks(ids);
  return ids.flatMap((id) => links.get(id) ?? []);
}

async function idsBeginningWith(start: string, limit: number): Promise<number[]> {
  const key = Prisma.sql`lower("slug" COLLATE "C")`;
  // Slugs are ASCII, so that every one that begins with `start` sorts before `start` and the last character of ASCII.
  const found = Prisma.sql`WHERE ${key} >= ${start} AND ${key} < ${`${start}\x7f`} ORDER BY "key" LIMIT ${limit}`;
  const rows = await database().$queryRaw<{ id: number }[]>`
    (SELECT "id", ${key} AS "key" FROM "Link" ${found}) UNION ALL (SELECT "linkId", ${key} AS "key" FROM "Alias" ${found})
    ORDER BY "key" LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

async function newestMatching(q: string, limit: number): Promise<number[]> {
  const newest = Prisma.sql`ORDER BY l."createdAt" DESC, l."id" DESC`;
  const links = q.length < shortestIndexed ? Prisma.sql`(SELECT * FROM "Link" l ${newest} LIMIT ${mostScanned})` : Prisma.sql`"Link"`;
  const rows = await database().$queryRaw<{ id: number }[]>`SELECT l."id" FROM ${links} l WHERE ${matches(q, true)} ${newest} LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
