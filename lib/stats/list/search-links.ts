import { trimInvisible } from "../../core/clean-text";
import { searchTerms } from "../../core/search-terms";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import { linkSettings } from "../../links/links-part";
import type { Reader } from "../sources/source";
import { refuseIfSlow } from "./bounded-list";
import { findLinkIds } from "./find-links";
import { beginsWith, searched } from "./link-conditions";

/**
 * Links for a list of suggestions: up to half of them have a slug or an alias that begins with what
 * was typed, in alphabetical order; the others are the newest that the links page would find. All
 * of them, newest first, if it is empty. Throws `list_timeout` if it is not.
 */
export function searchLinks(typed: string, limit: number): Promise<Link[]> {
  const q = trimInvisible(typed);
  const found = preferReplica("owners", (reader) => search(reader, q, limit));
  return q === "" ? found : found.catch(refuseIfSlow);
}

async function search(reader: PrismaClient, q: string, limit: number): Promise<Link[]> {
  const start = searchTerms(q, linkSettings().destinationRules()).slug ?? q;
  const [named, matching] = await Promise.all([
    q === "" ? [] : idsBeginningWith(reader, start, Math.floor(limit / 2)),
    searched(reader, q).then((where) => findLinkIds(reader, { order: "createdAt", where, limit })),
  ]);
  const ids = [...new Set([...named, ...matching])].slice(0, limit);
  return [...(await readLinks(ids, reader)).values()];
}

async function idsBeginningWith(reader: Reader, start: string, limit: number): Promise<number[]> {
  const named = (table: string, id: string) => Prisma.sql`
    SELECT ${Prisma.raw(`"${id}" AS "id", lower("slug" COLLATE "C") AS "key" FROM "${table}"`)} WHERE ${beginsWith('"slug"', start)} ORDER BY "key" LIMIT ${limit}`;
  const rows = await reader.$queryRaw<{ id: number }[]>`
    (${named("Link", "id")}) UNION ALL (${named("Alias", "linkId")}) ORDER BY "key" LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
