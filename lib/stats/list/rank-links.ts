import type { DateRange } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { planOf } from "../sources/plan";
import { type Reader, Tables } from "../sources/source";

type Ranking = "clicks" | "lastClick";

const rankings = {
  clicks: {
    band: Prisma.raw('"clickBand"'),
    // Below 16 a band is the exact count.
    exactBelow: 16,
    order: Prisma.raw('"clickCount" DESC, "linkId"'),
    bandOf: (value: RankedAt["value"]) =>
      Prisma.sql`CASE WHEN ${value}::bigint < 16 THEN ${value}::bigint::int ELSE floor(16 * ln(${value}::bigint::float8) / ln(2::float8))::int END`,
    isBehind: ({ value, id }: RankedAt) => Prisma.sql`("clickCount" < ${value}::bigint OR "clickCount" = ${value}::bigint AND "linkId" > ${id})`,
  },
  lastClick: {
    band: Prisma.raw('"lastClickMinute"'),
    exactBelow: 1,
    order: Prisma.raw('"lastClickedAt" DESC NULLS LAST, "linkId"'),
    bandOf: (value: RankedAt["value"]) => Prisma.sql`coalesce(floor(extract(epoch FROM ${value}::timestamptz AT TIME ZONE 'UTC') / 60)::int, 0)`,
    isBehind: ({ value, id }: RankedAt) =>
      value === null
        ? Prisma.sql`("lastClickedAt" IS NULL AND "linkId" > ${id})`
        : Prisma.sql`("lastClickedAt" < ${value}::timestamptz OR "lastClickedAt" IS NULL OR "lastClickedAt" = ${value}::timestamptz AND "linkId" > ${id})`,
  },
} as const;

/** A link in a ranking: its count, or its last click (ISO 8601), and its id. */
interface RankedAt {
  value: number | string | null;
  id: number;
}

interface RankedPage {
  limit: number;
  offset?: number;
  /** Only links behind this one. */
  after?: RankedAt | null;
}

/**
 * The ids of links by clicks or by last click, highest first, then by id; exact. Bands rarely change, so they are
 * indexed. They give the candidates: the first links, all others in the band of the last of these, and all links with
 * pending clicks. Only candidates are ranked by their exact statistics.
 */
export async function rankLinks(reader: Reader, by: Ranking, page: RankedPage): Promise<number[]> {
  const rows = await reader.$queryRaw<{ linkId: number }[]>(rankedLinks(by, page));
  return rows.map(({ linkId }) => linkId);
}

/** The same as SQL, for use inside another statement. */
export function rankedLinks(by: Ranking, { limit, offset = 0, after = null }: RankedPage): Prisma.Sql {
  const { band, exactBelow, order, bandOf, isBehind } = rankings[by];
  // Behind a link come the rest of its band and lower bands. In an exact band the rest is a range of ids. Links with pending
  // clicks are candidates anyway; here they would take the places of links that stay behind.
  const settled = Prisma.sql`"linkId" NOT IN (SELECT "linkId" FROM "PendingHour")`;
  const sameBand =
    after === null
      ? Prisma.empty
      : Prisma.sql`
        (SELECT "linkId" FROM "LinkCounter", reached r WHERE ${band} = r."band" AND r."band" >= ${exactBelow})
        UNION
        (SELECT "linkId" FROM "LinkCounter" WHERE ${band} = (SELECT "band" FROM reached WHERE "band" < ${exactBelow}) AND "linkId" > ${after.id} AND ${settled}
         ORDER BY "linkId" LIMIT ${limit + offset}::bigint)
        UNION`;
  return Prisma.sql`
    WITH ${after === null ? Prisma.empty : Prisma.sql`reached AS MATERIALIZED (SELECT ${bandOf(after.value)} AS "band"),`}
    first AS MATERIALIZED (
      SELECT "linkId", ${band} AS "band" FROM "LinkCounter"
      ${after === null ? Prisma.empty : Prisma.sql`WHERE ${band} < (SELECT "band" FROM reached) AND ${settled}`}
      ORDER BY ${band} DESC, "linkId" LIMIT ${limit + offset}::bigint
    ), candidates AS (
      ${sameBand}
      SELECT "linkId" FROM first
      UNION
      SELECT "linkId" FROM "LinkCounter" WHERE ${band} = (SELECT min("band") FROM first HAVING min("band") >= ${exactBelow})
      UNION
      SELECT "linkId" FROM "PendingHour"
    )
    SELECT "linkId" FROM "LinkTotals" WHERE "linkId" = ANY(ARRAY(SELECT "linkId" FROM candidates))
      AND ${after === null ? Prisma.sql`TRUE` : isBehind(after)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
}

/** Links whose clicks are added up at first, and at most. */
const rangeSteps = [25, 150, 1_000];

/**
 * The links with the most clicks in a date range, highest first, then by id. No link has more clicks in a range than in
 * total. So the links are taken by total, until no other link can have as many as the last one found. Exact, unless that
 * needs more than the last of `steps`: then the links clicked last are considered as well.
 */
export async function rankLinksInRange(
  reader: Reader,
  dateRange: DateRange,
  limit: number,
  steps: readonly number[] = rangeSteps,
): Promise<{ linkId: number; clicks: number }[]> {
  const mostSteps = Math.max(...steps);
  for (const size of steps) {
    const tables = new Tables();
    const first = tables.table(
      "first",
      () => Prisma.sql`SELECT "linkId", "clickBand" FROM "LinkCounter" ORDER BY "clickBand" DESC, "linkId" LIMIT ${size}`,
    );
    const clickedLast =
      size === mostSteps
        ? Prisma.sql`UNION (SELECT "linkId" FROM "LinkCounter" ORDER BY "lastClickMinute" DESC, "linkId" LIMIT ${size})`
        : Prisma.empty;
    const candidates = tables.table(
      "candidates",
      () => Prisma.sql`
        SELECT "linkId" FROM ${first()}
        UNION SELECT "linkId" FROM "PendingHour" p WHERE EXISTS (SELECT FROM "LinkCounter" c WHERE c."linkId" = p."linkId") ${clickedLast}`,
    );
    const found = Prisma.sql`SELECT "linkId" FROM ${candidates()}`;
    const { links } = planOf(tables, { scope: { found }, dateRange, isCountOnly: true });
    const rows = await reader.$queryRaw<{ linkId: number | null; clicks: number; band: number | null }[]>(
      tables.select(Prisma.sql`
        SELECT r."linkId", r."clicks"::float8 AS "clicks", b."band"
        FROM (SELECT CASE WHEN count(*) = ${size} THEN min("clickBand") END AS "band" FROM ${first()}) b
        LEFT JOIN (SELECT * FROM (${links()}) l WHERE "clicks" > 0 ORDER BY "clicks" DESC, "linkId" LIMIT ${limit}) r ON true
        ORDER BY r."clicks" DESC, r."linkId"`),
    );
    const ranked = rows.flatMap(({ linkId, clicks }) => (linkId === null ? [] : [{ linkId, clicks }]));
    const band = rows[0]?.band ?? null;
    if (size === mostSteps || band === null || (ranked[limit - 1]?.clicks ?? 0) > mostInBand(band)) return ranked;
  }
  return [];
}

/** The most clicks of a link in a band: see the migration that adds `clickBand`. */
function mostInBand(band: number): number {
  return band < 16 ? band : Math.ceil(2 ** ((band + 1) / 16));
}
