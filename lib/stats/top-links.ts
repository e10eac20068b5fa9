import { env } from "../config/env";
import type { DateRange } from "../core/date-range";
import { statisticsDatabase } from "../database/client";
import { type Link, linkInclude, toLink } from "../links/link";
import { rankLinksInRange } from "./rank-links";

export interface TopLink {
  link: Link;
  /** In the date range. */
  clicks: number;
}

/** The links with the most clicks in a date range, highest first. */
export async function listTopLinks(dateRange: DateRange, limit: number): Promise<TopLink[]> {
  const ranked = await rankLinksInRange(statisticsDatabase(), dateRange, limit);
  const rows = await statisticsDatabase().link.findMany({ where: { id: { in: ranked.map(({ linkId }) => linkId) } }, include: linkInclude });
  const links = new Map(rows.map((row) => [row.id, toLink(row, env().BASE_URL)]));
  return ranked.flatMap(({ linkId, clicks }) => {
    const link = links.get(linkId);
    return link ? [{ link, clicks }] : [];
  });
}
