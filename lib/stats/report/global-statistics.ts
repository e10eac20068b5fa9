import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import { inSnapshot } from "../../database/in-snapshot";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import { findLinkIds } from "../list/find-links";
import { planOf } from "../sources/plan";
import { allTime, type Reader } from "../sources/source";
import { otherTotals } from "../sources/totals";

/** The object of docs/api-contract.md, Global statistics. */
interface GlobalStatistics extends Omit<AllTime, "links" | "clicks" | "botHits"> {
  totalLinks: number;
  totalClicks: number;
  totalBotHits: number;
  topLinks: Link[];
}

const topLength = 5;

/** Statistics over all links, from one snapshot. `clicksToday` counts from 00:00 UTC. */
export async function getGlobalStatistics(now: Date): Promise<GlobalStatistics> {
  return inSnapshot("statistics", async (transaction) => {
    const {
      links: totalLinks,
      clicks: totalClicks,
      botHits: totalBotHits,
      clicksToday,
    } = await readAllTime(transaction, now);
    const ids = await findLinkIds(transaction, { order: "clickCount", limit: topLength });
    const links = await readLinks(ids, transaction);
    return {
      totalLinks,
      totalClicks,
      totalBotHits,
      clicksToday,
      topLinks: [...links.values()],
    };
  });
}

interface AllTime {
  links: number;
  clicks: number;
  botHits: number;
  clicksToday: number;
}

/** All-time numbers over all links. */
export async function readAllTime(reader: Reader, now = new Date()): Promise<AllTime> {
  const plan = planOf({ scope: "all", dateRange: allTime, of: "clicks" });
  const [row] = await reader.$queryRaw<[AllTime]>(
    plan.tables.select(Prisma.sql`
    SELECT coalesce(sum("links"), 0)::float8 AS "links", coalesce(sum("clicks"), 0)::float8 AS "clicks", coalesce(sum("botHits"), 0)::float8 AS "botHits",
           coalesce(sum("clicks") FILTER (WHERE "day" >= ${isoDate(now)}::date), 0)::float8 AS "clicksToday"
    FROM (
      SELECT "day", "clicks", 0 AS "botHits", 0 AS "links" FROM (${plan.days()}) d
      UNION ALL SELECT "day", 0, "botHits", "links" FROM (${otherTotals(allTime)}) o
    ) parts`),
  );
  return row;
}
