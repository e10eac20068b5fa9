import { statisticsDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { preferReplica } from "../database/replica";
import type { ClickRecord } from "./click-record";
import { rankLinks } from "./rank-links";

export interface LatestClick extends ClickRecord {
  linkId: number;
  slug: string;
}

/** The latest clicks on any link, latest first. Only the links with the latest last click need to be searched. */
export function listLatestClicks(limit: number): Promise<LatestClick[]> {
  return preferReplica(() =>
    statisticsDatabase().$transaction(
      async (transaction) => {
        const ids = await rankLinks(transaction, "lastClick", { limit });
        const rows = await transaction.$queryRaw<(Omit<LatestClick, "createdAt"> & { createdAt: Date })[]>`
        SELECT l."id" AS "linkId", l."slug", c."createdAt", coalesce(c."referrer", 'Direct') AS "referrer", c."country", c."region", c."city", c."device",
               c."browser", c."os", c."locale", c."utmSource", c."utmMedium", c."utmCampaign"
        FROM "Link" l, LATERAL (SELECT * FROM "Click" k WHERE k."linkId" = l."id" ORDER BY k."createdAt" DESC, k."id" DESC LIMIT ${limit}) c
        WHERE l."id" = ANY(${ids}::int[]) ORDER BY c."createdAt" DESC, c."id" DESC LIMIT ${limit}`;
        return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      },
      { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
    ),
  );
}
