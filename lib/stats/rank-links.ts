import type { DateRange } from "../core/date-range";
import { isoDate } from "../core/day";
import { Prisma } from "../database/generated/client";
import type { Reader } from "./read-statistics";

type Ranking = "clicks" | "lastClick";

const rankings = {
  // Below 16 a band is the exact count.
  clicks: { band: Prisma.raw('"clickBand"'), exactBelow: 16, order: Prisma.raw('"clickCount" DESC, "linkId"') },
  lastClick: { band: Prisma.raw('"lastClickMinute"'), exactBelow: 1, order: Prisma.raw('"lastClickedAt" DESC NULLS LAST, "linkId"') },
} as const;

/**
 * The ids of links by clicks or by last click, highest first, then by id; exact. Bands rarely change, so they are
 * indexed. They give the candidates: the first links, all others in the band of the last of these, and all links with
 * pending clicks. Only candidates are ranked by their exact statistics.
 */
export async function rankLinks(reader: Reader, by: Ranking, { limit, offset = 0 }: { limit: number; offset?: number }): Promise<number[]> {
  const { band, exactBelow, order } = rankings[by];
  const rows = await reader.$queryRaw<{ linkId: number }[]>`
    WITH first AS MATERIALIZED (
      SELECT "linkId", ${band} AS "band" FROM "LinkCounter" ORDER BY ${band} DESC, "linkId" LIMIT ${limit + offset}
    ), candidates AS (
      SELECT "linkId" FROM first
      UNION
      SELECT "linkId" FROM "LinkCounter" WHERE ${band} = (SELECT min("band") FROM first HAVING min("band") >= ${exactBelow})
      UNION
      SELECT "linkId" FROM "PendingHour"
    )
    SELECT "linkId" FROM "LinkTotals" WHERE "linkId" = ANY(ARRAY(SELECT "linkId" FROM candidates))
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ linkId }) => linkId);
}

/** Links whose clicks are added up at first, and at most. */
const rangeSteps = [100, 1_000];

/**
 * The links with the most clicks in a date range, highest first, then by id. No link has more clicks in a range than in
 * total. So the links are taken by total, until no other link can have as many as the last one found. Exact, unless that
 * needs more than the last of `steps`: then the links clicked last are considered as well.
 */
export async function rankLinksInRange(
  reader: Reader,
  { since, until }: DateRange,
  limit: number,
  steps: readonly number[] = rangeSteps,
): Promise<{ linkId: number; clicks: number }[]> {
  const mostSteps = Math.max(...steps);
  for (const size of steps) {
    const clickedLast =
      size === mostSteps
        ? Prisma.sql`UNION (SELECT "linkId" FROM "LinkCounter" ORDER BY "lastClickMinute" DESC, "linkId" LIMIT ${size})`
        : Prisma.empty;
    const rows = await reader.$queryRaw<{ linkId: number | null; clicks: number; band: number | null }[]>`
      WITH first AS MATERIALIZED (
        SELECT "linkId", "clickBand" FROM "LinkCounter" ORDER BY "clickBand" DESC, "linkId" LIMIT ${size}
      ), candidates AS MATERIALIZED (
        SELECT "linkId" FROM first UNION SELECT "linkId" FROM "PendingHour" ${clickedLast}
      ), ranked AS (
        SELECT "linkId", sum("clicks")::float8 AS "clicks" FROM (
          SELECT d."linkId", d."clicks" FROM candidates c, LATERAL (
            SELECT * FROM "LinkDay" k WHERE k."linkId" = c."linkId" AND k."day" >= ${isoDate(since)}::date AND k."day" < ${isoDate(until)}::date OFFSET 0
          ) d
          UNION ALL
          SELECT "linkId", "clicks" FROM "PendingHour" p
          WHERE "firstClickedAt" >= ${since}::timestamptz AND "firstClickedAt" < ${until}::timestamptz
            AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")
        ) parts GROUP BY "linkId" ORDER BY 2 DESC, 1 LIMIT ${limit}
      )
      SELECT r."linkId", r."clicks", b."band"
      FROM (SELECT CASE WHEN count(*) = ${size} THEN min("clickBand") END AS "band" FROM first) b LEFT JOIN ranked r ON true
      ORDER BY r."clicks" DESC, r."linkId"`;
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
