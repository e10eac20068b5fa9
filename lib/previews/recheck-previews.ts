import { env } from "../config/env";
import { dayMs } from "../core/day";
import { maintenanceDatabase } from "../database/client";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";

const popular = 100;
const mostAtOnce = 300;
const hourMs = 3_600_000;

/**
 * Reads again, one at a time, previews older than PREVIEW_RECHECK_HOURS: failing destinations, and those of the most
 * clicked links if they still get clicks. This way broken destinations show up even if nobody shares the link.
 */
export async function recheckPreviews(now: () => Date, signal: AbortSignal): Promise<void> {
  const hours = env().PREVIEW_RECHECK_HOURS;
  if (hours === 0) return;
  const due = await findDue(now(), hours * hourMs);
  // The signal lives as long as the process, so its listeners are removed afterwards.
  const over = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true, signal: over.signal });
  });
  try {
    for (const { checkedAt, ...target } of due) {
      if (signal.aborted) return;
      await Promise.race([refreshPreview(target, now, checkedAt), aborted]);
    }
  } finally {
    over.abort();
  }
}

function findDue(now: Date, ageMs: number): Promise<(PreviewTarget & { checkedAt: Date | null })[]> {
  const before = new Date(now.getTime() - ageMs).toISOString();
  const clickedAfter = new Date(now.getTime() - 7 * dayMs).toISOString();
  return maintenanceDatabase().$queryRaw`
    WITH candidates AS (
      SELECT "linkId" FROM "LinkPreview" WHERE "failingSince" IS NOT NULL
      UNION
      (SELECT "linkId" FROM "LinkTotals" WHERE "lastClickedAt" >= ${clickedAfter}::timestamptz ORDER BY "clickCount" DESC LIMIT ${popular})
    )
    SELECT l."id" AS "linkId", l."url", p."checkedAt"
    FROM candidates c JOIN "Link" l ON l."id" = c."linkId" LEFT JOIN "LinkPreview" p ON p."linkId" = l."id"
    WHERE l."enabled" AND coalesce(l."expiresAt" > ${now.toISOString()}::timestamptz, true)
      AND coalesce(p."checkedAt" <= ${before}::timestamptz, true)
    ORDER BY p."checkedAt" NULLS FIRST LIMIT ${mostAtOnce}`;
}
