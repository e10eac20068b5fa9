import { recordingDatabase } from "../database/client";
import type { Health } from "./destination-health";
import { isMoved } from "./moved-destinations";
import type { PreviewCard } from "./read-card";

export interface StoredPreview {
  card: PreviewCard | null;
  fetchedAt: Date | null;
  checkedAt: Date | null;
  failReason: string | null;
  /** The first of the consecutive failures. */
  failingSince: Date | null;
  failCount: number;
  /** What the last check found; null before the first. */
  health: Health | null;
  /** The first of the consecutive checks that found the destination broken. */
  brokenSince: Date | null;
  /** Where it ended at the first success, after redirects. */
  endHost: string | null;
  /** Where at another domain it ended lately, and since when: see moved-destinations.ts. */
  movedTo: string | null;
  movedSince: Date | null;
  isMoved: boolean;
  isClaimed: boolean;
}

interface Row extends PreviewCard, Omit<StoredPreview, "card"> {}

/** Null if the current destination was never read. */
export async function findStoredPreview(linkId: number): Promise<StoredPreview | null> {
  const [row] = await recordingDatabase().$queryRaw<Row[]>`
    SELECT p."title", p."description", p."image", p."siteName", p."fetchedAt", p."checkedAt", p."failReason", p."failingSince",
           p."health", p."brokenSince", p."endHost", p."movedTo", p."movedSince", coalesce(${isMoved}, false) AS "isMoved",
           c."ogFetchFailCount" AS "failCount", coalesce(p."claimedUntil" > now(), false) AS "isClaimed"
    FROM "LinkPreview" p JOIN "LinkCounter" c USING ("linkId") WHERE p."linkId" = ${linkId}`;
  if (!row) return null;
  const { title, description, image, siteName, ...rest } = row;
  return { ...rest, card: row.fetchedAt === null ? null : { title, description, image, siteName } };
}
