import type { DateRange } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { inSnapshot } from "../../database/in-snapshot";
import { planOf } from "../sources/plan";
import { readStatistics } from "./read-statistics";

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
  /** Clicks whose tags are not read yet, because too many came at once: see `pendingClicks`. */
  unread: number;
}

/**
 * Tagged clicks on all links in a date range, by link, campaign and source or medium, from one
 * snapshot.
 */
export async function getCampaigns(
  dateRange: DateRange,
  by: "source" | "medium",
  limit = 2_000,
): Promise<Campaigns> {
  const plan = planOf({
    scope: "all",
    dateRange,
    of: "labels",
    isPerLink: true,
    isUnreadApart: true,
  });
  const cells = plan.tables.select(Prisma.sql`
    SELECT c."linkId", l."slug", l."title", c."campaign", c."tag", c."count"::int AS "count", (sum(c."count") OVER ())::int AS "tagged",
           (count(*) OVER ())::int AS "of"
    FROM (${plan.pairs(by === "source" ? "campaignSource" : "campaignMedium")}) AS c("linkId", "campaign", "tag", "count")
    JOIN "Link" l ON l."id" = c."linkId"
    ORDER BY c."count" DESC, l."slug" COLLATE "C", c."campaign" COLLATE "C", c."tag" COLLATE "C" LIMIT ${limit}`);
  const { rows, clicks, unread } = await inSnapshot("statistics", async (reader) => {
    const rows = await reader.$queryRaw<(CampaignCell & { tagged: number; of: number })[]>(cells);
    const { days, unread } = await readStatistics(reader, "all", { dateRange, of: "clicks" });
    return { rows, clicks: [...days.values()].reduce((sum, day) => sum + day.clicks, 0), unread };
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
