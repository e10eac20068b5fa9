import { recordingDatabase } from "../database/client";
import type { PreviewCard } from "./read-card";

/** What is kept of a link's destination. */
export interface StoredPreview {
  /** The last one that could be read, also while the destination cannot be read any more. */
  card: PreviewCard | null;
  /** When the card was read. */
  fetchedAt: Date | null;
  /** When the destination was last tried. */
  checkedAt: Date | null;
  /** Why the last try failed; null when it worked. */
  failReason: string | null;
  /** When the first try of the present row of failures failed. */
  failingSince: Date | null;
  failCount: number;
  /** Whether someone is trying right now. */
  isClaimed: boolean;
}

interface Row extends PreviewCard, Omit<StoredPreview, "card"> {}

/** Null when the destination was never tried since the link got it. */
export async function findStoredPreview(linkId: number): Promise<StoredPreview | null> {
  const [row] = await recordingDatabase().$queryRaw<Row[]>`
    SELECT p."title", p."description", p."image", p."siteName", p."fetchedAt", p."checkedAt", p."failReason", p."failingSince",
           c."ogFetchFailCount" AS "failCount", coalesce(p."claimedUntil" > now(), false) AS "isClaimed"
    FROM "LinkPreview" p JOIN "LinkCounter" c USING ("linkId") WHERE p."linkId" = ${linkId}`;
  if (!row) return null;
  const { title, description, image, siteName, ...rest } = row;
  return { ...rest, card: row.fetchedAt === null ? null : { title, description, image, siteName } };
}
