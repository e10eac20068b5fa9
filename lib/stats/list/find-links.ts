import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import type { Reader } from "../sources/source";
import { allOf, hasTags, type TagMatch, taggedLinks } from "./link-conditions";

/**
 * The last link of a page: what its list is sorted by (a time is ISO 8601), and its id. The next
 * page starts behind it.
 */
interface Position {
  value: number | string | null;
  id: number;
}

interface Order {
  by: Prisma.Sql;
  /** A condition: behind this link. */
  isBehind?: (position: Position) => Prisma.Sql;
  /** How all links have this order, with indexed bands of the counters. */
  bands?: Bands;
  /** Sorts by LinkTotals. */
  hasTotals?: boolean;
}

interface Bands {
  band: Prisma.Sql;
  /** Below, a band is the exact value. */
  exactBelow: number;
  bandOf: (value: Position["value"]) => Prisma.Sql;
}

const orders = {
  createdAt: {
    by: Prisma.sql`l."createdAt" DESC, l."id" DESC`,
    isBehind: ({ value, id }: Position) =>
      Prisma.sql`(l."createdAt", l."id") < (${value}::timestamptz, ${id}::int)`,
  },
  slug: {
    by: Prisma.sql`l."slug"`,
    isBehind: ({ value }: Position) => Prisma.sql`l."slug" > ${value}`,
  },
  clickCount: {
    by: Prisma.sql`"clickCount" DESC, "linkId"`,
    isBehind: ({ value, id }: Position) =>
      Prisma.sql`("clickCount" < ${value}::bigint OR "clickCount" = ${value}::bigint AND "linkId" > ${id})`,
    hasTotals: true,
    bands: {
      band: Prisma.raw('"clickBand"'),
      exactBelow: 16,
      bandOf: (value) =>
        Prisma.sql`CASE WHEN ${value}::bigint < 16 THEN ${value}::bigint::int ELSE floor(16 * ln(${value}::bigint::float8) / ln(2::float8))::int END`,
    },
  },
  lastClickedAt: {
    by: Prisma.sql`"lastClickedAt" DESC NULLS LAST, "linkId"`,
    isBehind: ({ value, id }: Position) => {
      const at = Prisma.sql`${value}::timestamptz`;
      return Prisma.sql`("lastClickedAt" < ${at} OR "lastClickedAt" IS NULL AND ${at} IS NOT NULL OR "lastClickedAt" IS NOT DISTINCT FROM ${at} AND "linkId" > ${id})`;
    },
    hasTotals: true,
    bands: {
      band: Prisma.raw('"lastClickMinute"'),
      exactBelow: 1,
      bandOf: (value) =>
        Prisma.sql`coalesce(floor(extract(epoch FROM ${value}::timestamptz AT TIME ZONE 'UTC') / 60)::int, 0)`,
    },
  },
  fewestClicks: { by: Prisma.sql`"clickCount", "linkId"`, hasTotals: true },
  random: { by: Prisma.sql`random()` },
} as const satisfies Record<string, Order>;

interface Section {
  limit: number;
  offset?: number;
  /** Only links behind this one. */
  after?: Position | null;
}

interface Found extends Section {
  order: keyof typeof orders;
  /** Conditions on the link `l`. */
  where?: Prisma.Sql | null;
  match?: TagMatch | null;
}

/** The ids of the links that meet all conditions, in an order. */
export async function findLinkIds(reader: Reader, found: Found): Promise<number[]> {
  const rows = await reader.$queryRaw<{ linkId: number }[]>(statementOf(found));
  return rows.map(({ linkId }) => linkId);
}

function statementOf({ order, where = null, match = null, ...section }: Found): Prisma.Sql {
  const { limit, offset = 0, after = null } = section;
  const { by, isBehind, bands, hasTotals }: Order = orders[order];
  if (match && order === "createdAt") {
    const isEarlier =
      after &&
      Prisma.sql`(t."createdAt", t."linkId") < (${after.value}::timestamptz, ${after.id}::int)`;
    return Prisma.sql`
      SELECT t."linkId" FROM (${taggedLinks(match, where)}) t WHERE ${allOf([isEarlier])}
      ORDER BY t."createdAt" DESC, t."linkId" DESC LIMIT ${limit} OFFSET ${offset}`;
  }
  // Without conditions bands give the order. With conditions every match is sorted.
  if (bands && !where && !match) return rankedLinks(order as "clickCount", section);
  const totals = hasTotals ? Prisma.sql`JOIN "LinkTotals" t ON t."linkId" = l."id"` : Prisma.empty;
  return Prisma.sql`
    SELECT l."id" AS "linkId" FROM "Link" l ${totals} WHERE ${allOf([where, hasTags(match), after && isBehind ? isBehind(after) : null])}
    ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * A query of the links by clicks or by last click, highest first, then by id; exact. Bands rarely
 * change, so they are indexed. They give the candidates: the first links, all others in the band of
 * the last of these, and all links with pending clicks. Only candidates are ranked by their exact
 * statistics.
 */
export function rankedLinks(
  order: "clickCount" | "lastClickedAt",
  { limit, offset = 0, after = null }: Section,
): Prisma.Sql {
  const { by, isBehind, bands } = orders[order];
  const { band, exactBelow, bandOf } = bands;
  // Behind a link come the rest of its band and lower bands. In an exact band the rest is a range
  // of ids. Links with pending clicks are candidates anyway; here they would take the places of
  // links that stay behind.
  const settled = Prisma.raw('"linkId" NOT IN (SELECT "linkId" FROM "PendingHour")');
  const sameBand = after
    ? Prisma.sql`
      (SELECT "linkId" FROM "LinkCounter", reached r WHERE ${band} = r."band" AND r."band" >= ${exactBelow})
      UNION
      (SELECT "linkId" FROM "LinkCounter" WHERE ${band} = (SELECT "band" FROM reached WHERE "band" < ${exactBelow}) AND "linkId" > ${after.id} AND ${settled}
       ORDER BY "linkId" LIMIT ${limit + offset}::bigint)
      UNION`
    : Prisma.empty;
  return Prisma.sql`
    WITH ${after ? Prisma.sql`reached AS MATERIALIZED (SELECT ${bandOf(after.value)} AS "band"),` : Prisma.empty} first AS MATERIALIZED (
      SELECT "linkId", ${band} AS "band" FROM "LinkCounter"
      WHERE ${after ? Prisma.sql`${band} < (SELECT "band" FROM reached) AND ${settled}` : allOf([])}
      ORDER BY ${band} DESC, "linkId" LIMIT ${limit + offset}::bigint
    ), candidates AS (
      ${sameBand}
      SELECT "linkId" FROM first
      UNION
      SELECT "linkId" FROM "LinkCounter" WHERE ${band} = (SELECT min("band") FROM first HAVING min("band") >= ${exactBelow})
      UNION
      SELECT "linkId" FROM "PendingHour"
    )
    SELECT "linkId" FROM "LinkTotals" WHERE "linkId" = ANY(ARRAY(SELECT "linkId" FROM candidates)) AND ${allOf([after && isBehind(after)])}
    ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`;
}

/** All but the first sort every link. */
const choices = {
  mostClicks: "clickCount",
  fewestClicks: "fewestClicks",
  newest: "createdAt",
  random: "random",
} as const;

export type LinkChoice = keyof typeof choices;

/** A section of all links in this order. */
export function chooseLinks(
  choice: LinkChoice,
  page: { limit: number; offset: number },
): Promise<Link[]> {
  return preferReplica("owners", async (reader) => {
    const ids = await findLinkIds(reader, { order: choices[choice], ...page });
    return [...(await readLinks(ids, reader)).values()];
  });
}
