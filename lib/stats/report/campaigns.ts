import type { DateRange } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { inSnapshot } from "../../database/in-snapshot";
import { dimensions, isCampaignPair, labelRows } from "../query/dimensions";
import { aggregatedLabels } from "../sources/aggregated-labels";
import { globalDays } from "../sources/global-days";
import { pendingParts } from "../sources/pending";

/** One cell of the matrix link x campaign x source (or medium). `None` stands for a missing tag. */
export interface CampaignCell {
  linkId: number;
  slug: string;
  title: string | null;
  campaign: string;
  tag: string;
  count: number;
}

export interface Campaigns {
  dateRange: DateRange;
  /** All clicks of the date range, and those with a campaign or the tag. */
  clicks: number;
  taggedClicks: number;
  cells: CampaignCell[];
  /** Further combinations, with fewer clicks each. */
  more: number;
  /** Clicks whose tags are not read yet, because too many came at once: see `pendingParts`. */
  unread: number;
}

/** Tagged clicks on all links in a date range, by link, campaign and source or medium, from one snapshot. */
export async function getCampaigns(dateRange: DateRange, by: "source" | "medium", limit = 2_000): Promise<Campaigns> {
  const dimension = by === "source" ? "campaignSource" : "campaignMedium";
  const { id } = dimensions[dimension];
  const { since, until } = dateRange;
  const within = Prisma.sql`"createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz`;
  const { rows, clicks, unread } = await inSnapshot("statistics", async (reader) => {
    const cells = await reader.$queryRaw<(CampaignCell & { tagged: number; of: number })[]>`
      WITH ${pendingParts("all", within)}, cells AS (
        SELECT "linkId", coalesce(nullif("label", ''), 'None') AS "campaign", coalesce(nullif("detail", ''), 'None') AS "tag", sum("clicks") AS "count"
        FROM (
          SELECT "linkId", "label", "detail", "clicks"
          FROM (${aggregatedLabels(dateRange, Prisma.sql`${isCampaignPair} AND "dimension" = ${id}`)}) aggregated
          UNION ALL
          SELECT "linkId", "label", "detail", 1 FROM pending, LATERAL ${labelRows([dimension])} WHERE "label" IS NOT NULL
        ) parts GROUP BY 1, 2, 3
      )
      SELECT c."linkId", l."slug", l."title", c."campaign", c."tag", c."count"::int AS "count", (sum(c."count") OVER ())::int AS "tagged", (count(*) OVER ())::int AS "of"
      FROM cells c JOIN "Link" l ON l."id" = c."linkId"
      ORDER BY c."count" DESC, l."slug" COLLATE "C", c."campaign" COLLATE "C", c."tag" COLLATE "C" LIMIT ${limit}`;
    const [totals] = await reader.$queryRaw<[{ clicks: number; unread: number }]>`
      WITH ${pendingParts("all", within)}
      SELECT coalesce(sum("clicks"), 0)::float8 AS "clicks", (SELECT coalesce(sum("clicks"), 0)::float8 FROM unread) AS "unread"
      FROM ${globalDays(dateRange)} days`;
    return { rows: cells, ...totals };
  });
  return {
    dateRange,
    clicks,
    taggedClicks: rows[0]?.tagged ?? 0,
    cells: rows.map(({ tagged: _, of: __, ...cell }) => cell),
    more: (rows[0]?.of ?? 0) - rows.length,
    unread,
  };
}
