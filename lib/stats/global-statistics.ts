import { database } from "../database/client";
import { startOfDay } from "../day";
import { env } from "../env";
import { type Link, linkInclude, toLink } from "../links/link";

/** The global statistics object of interface.md part 2. */
export interface GlobalStatistics {
  totalLinks: number;
  totalClicks: number;
  totalBotHits: number;
  clicksToday: number;
  topLinks: Link[];
}

const topLength = 5;

interface Totals {
  totalLinks: bigint;
  totalClicks: bigint;
  totalBotHits: bigint;
  clicksToday: bigint;
}

/** Figures over all links. `clicksToday` counts from 00:00 UTC. */
export async function getGlobalStatistics(now: Date): Promise<GlobalStatistics> {
  const [[totals], top] = await database().$transaction(
    [
      database().$queryRaw<[Totals]>`
        SELECT count(*) AS "totalLinks", coalesce(sum("clickCount"), 0)::bigint AS "totalClicks",
               coalesce(sum("botHitCount"), 0)::bigint AS "totalBotHits",
               (SELECT count(*) FROM "Click" WHERE "createdAt" >= ${startOfDay(now)}::timestamptz) AS "clicksToday"
        FROM "LinkTotals"`,
      database().link.findMany({ include: linkInclude, orderBy: [{ totals: { clickCount: "desc" } }, { id: "asc" }], take: topLength }),
    ],
    // One snapshot, so that the list and the totals agree.
    { isolationLevel: "RepeatableRead" },
  );
  return {
    totalLinks: Number(totals.totalLinks),
    totalClicks: Number(totals.totalClicks),
    totalBotHits: Number(totals.totalBotHits),
    clicksToday: Number(totals.clicksToday),
    topLinks: top.map((row) => toLink(row, env().BASE_URL)),
  };
}
