import { inOneStatement } from "../../database/in-snapshot";
import { rankedLinks } from "../list/find-links";
import { latestClicks } from "../sources/raw-clicks";
import { type ClickRecord, recordLabels, recordTime } from "./click-record";

export interface LatestClick extends ClickRecord {
  linkId: number;
  slug: string;
}

/**
 * The latest clicks on any link, latest first. Only the links with the latest last click need to be
 * searched.
 */
export async function listLatestClicks(limit: number): Promise<LatestClick[]> {
  const clicks = latestClicks(rankedLinks("lastClickedAt", { limit }), limit);
  return inOneStatement(
    "statistics",
    (reader) => reader.$queryRaw<LatestClick[]>`
      SELECT "linkId", (SELECT l."slug" FROM "Link" l WHERE l."id" = "linkId") AS "slug", ${recordTime}, ${recordLabels} FROM (${clicks}) c`,
  );
}
