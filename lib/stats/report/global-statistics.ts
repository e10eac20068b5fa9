import { isoDate } from "../../core/day";
import { inSnapshot } from "../../database/in-snapshot";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import { rankLinks } from "../list/rank-links";
import { globalDays } from "../sources/global-days";

/** The object of docs/api-contract.md, Global statistics. */
interface GlobalStatistics {
  totalLinks: number;
  totalClicks: number;
  totalBotHits: number;
  clicksToday: number;
  topLinks: Link[];
}

const topLength = 5;

/** Statistics over all links, from one snapshot. `clicksToday` counts from 00:00 UTC. */
export async function getGlobalStatistics(now: Date): Promise<GlobalStatistics> {
  return inSnapshot("statistics", async (transaction) => {
    const [totals] = await transaction.$queryRaw<[Omit<Record<keyof GlobalStatistics, bigint>, "topLinks">]>`
      SELECT coalesce(sum("links"), 0)::bigint AS "totalLinks", coalesce(sum("clicks"), 0)::bigint AS "totalClicks",
             coalesce(sum("botHits"), 0)::bigint AS "totalBotHits",
             coalesce(sum("clicks") FILTER (WHERE "day" >= ${isoDate(now)}::date), 0)::bigint AS "clicksToday"
      FROM ${globalDays()} days`;
    const ids = await rankLinks(transaction, "clicks", { limit: topLength });
    const links = await readLinks(ids, transaction);
    return {
      totalLinks: Number(totals.totalLinks),
      totalClicks: Number(totals.totalClicks),
      totalBotHits: Number(totals.totalBotHits),
      clicksToday: Number(totals.clicksToday),
      topLinks: ids.flatMap((id) => links.get(id) ?? []),
    };
  });
}
