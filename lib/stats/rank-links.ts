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
