import { latestOf } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { inOneStatement } from "../../database/in-snapshot";
import { rankedLinks } from "../list/rank-links";
import type { ClickRecord } from "./click-record";

export interface LatestClick extends ClickRecord {
  linkId: number;
  slug: string;
}

/** The latest clicks on any link, latest first. Only the links with the latest last click need to be searched. */
export async function listLatestClicks(limit: number): Promise<LatestClick[]> {
  const rows = await inOneStatement(
    "statistics",
    (reader) => reader.$queryRaw<(Omit<LatestClick, "createdAt"> & { createdAt: Date })[]>`
      SELECT l."id" AS "linkId", l."slug", c."createdAt", coalesce(c."referrer", 'Direct') AS "referrer", c."country", c."region", c."city", c."device",
             c."browser", c."os", c."locale", c."utmSource", c."utmMedium", c."utmCampaign"
      FROM "Link" l, LATERAL (SELECT * FROM ${latestOf(Prisma.raw('l."id"'), limit)} k WHERE k."linkId" = l."id" ORDER BY k."createdAt" DESC, k."id" DESC LIMIT ${limit}) c
      WHERE l."id" = ANY(ARRAY(${rankedLinks("lastClick", { limit })})) ORDER BY c."createdAt" DESC, c."id" DESC LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
