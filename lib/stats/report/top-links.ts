import type { DateRange } from "../../core/date-range";
import type { PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/replica";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import { rankLinksInRange } from "../list/rank-links";

export interface TopLink {
  link: Link;
  /** In the date range. */
  clicks: number;
}

/** The links with the most clicks in a date range, highest first. */
export function listTopLinks(dateRange: DateRange, limit: number): Promise<TopLink[]> {
  return preferReplica("statistics", (reader) => readTopLinks(reader, dateRange, limit));
}

async function readTopLinks(reader: PrismaClient, dateRange: DateRange, limit: number): Promise<TopLink[]> {
  const ranked = await rankLinksInRange(reader, dateRange, limit);
  const links = await readLinks(
    ranked.map(({ linkId }) => linkId),
    reader,
  );
  return ranked.flatMap(({ linkId, clicks }) => {
    const link = links.get(linkId);
    return link ? [{ link, clicks }] : [];
  });
}
