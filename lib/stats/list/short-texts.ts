import { foldText } from "../../core/fold-text";
import { Prisma } from "../../database/generated/client";
import type { Reader } from "../sources/source";

/**
 * A text of one or two characters, and how many links contain it in slug, URL or title. Trigrams
 * find longer ones.
 */
export interface ShortText {
  text: string;
  links: number;
  /** Counts only links that are enabled, or disabled. */
  enabled?: boolean | undefined;
  /** The same of all links. */
  ofAll: number;
}

const shortText = (q: string): string | null => {
  const text = foldText(q);
  return text !== "" && [...text].length <= 2 ? text : null;
};

export const isShortText = (q: string) => shortText(q) !== null;

/** Null for a longer text, and for none. */
export async function findShortText(
  reader: Reader,
  q: string,
  enabled?: boolean,
): Promise<ShortText | null> {
  const text = shortText(q);
  if (text === null) return null;
  const [count] = await reader.$queryRaw<[{ links: number; ofAll: number }]>`
    SELECT coalesce(sum("links") FILTER (WHERE ${enabled === undefined} OR "enabled" = ${enabled ?? true}), 0)::float8 AS "links",
           coalesce(sum("links"), 0)::float8 AS "ofAll"
    FROM (
      SELECT "enabled", "links" FROM "ShortText" WHERE "text" = ${text}
      UNION ALL
      SELECT u."enabled", u."links" FROM "ShortTextChange" c, unnest(c."texts", c."enabled", c."counts") AS u("text", "enabled", "links")
      WHERE u."text" = ${text}
    ) t`;
  return { text, enabled, ...count };
}

/** So many links are looked up before all else, or read in the order of the list. */
const mostLookedUp = 10_000;

/** Finds them by an index. Null for a text that more links contain. */
export function shortTextCondition(short: ShortText): Prisma.Sql | null {
  if (short.ofAll > mostLookedUp) return null;
  return Prisma.sql`l."id" = ANY(ARRAY(SELECT l."id" FROM "Link" l WHERE ${contains(short)}))`;
}

const contains = ({ text }: ShortText) =>
  Prisma.sql`"shortTexts"(l."slug", l."url", l."title") @> ARRAY[${text}::text]`;

/**
 * The newest of the links that `short` counts, by the condition `where` on the link `l`. If many
 * links contain it, most pages are among the newest of all; only else they are all sorted.
 */
export async function findNewestShort(
  reader: Reader,
  short: ShortText,
  where: Prisma.Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const find = async (from: Prisma.Sql, condition: Prisma.Sql) => {
    const rows = await reader.$queryRaw<{ id: number }[]>`
      SELECT l."id" FROM ${from} l WHERE ${condition} ORDER BY l."createdAt" DESC, l."id" DESC LIMIT ${limit} OFFSET ${offset}`;
    return rows.map(({ id }) => id);
  };
  const all = Prisma.raw('"Link"');
  const { links, ofAll, enabled } = short;
  if (ofAll <= mostLookedUp) return find(all, where);
  const newest = Prisma.sql`(SELECT * FROM "Link" n ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${mostLookedUp + 2 * offset})`;
  const found = await find(newest, where);
  if (found.length >= Math.min(limit, links - offset)) return found;
  // Disabled links are few and have an index of their own.
  if (enabled === false) return find(all, where);
  return find(
    all,
    Prisma.sql`${contains(short)} ${enabled ? Prisma.sql`AND l."enabled"` : Prisma.empty}`,
  );
}
