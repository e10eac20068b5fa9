import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../config/log";
import { dayMs } from "../core/day";
import { errorText, isNamed } from "../core/errors";
import { maintenanceDatabase } from "../database/client";
import { isBeyondStatement } from "../database/database-errors";
import { Prisma } from "../database/generated/client";
import { leadsByRules, ruleAddresses } from "../links/link-addresses";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";
import { checkRule, forgetOldRuleChecks } from "./rule-checks";
import type { ScrapeQueueFullError } from "./scrape-queue";

/** Links that were created, edited or clicked this recently are checked. */
const recentMs = 30 * dayMs;
/** A round takes most of a quarter of an hour. Together they are enough for 100,000 links a day. */
export const roundEveryMs = 900_000;
const most = 1_250;
/** A host gets a request every 18 s at most, on average. */
const mostOfHost = 45;
/** At once. Each hung destination takes 5 s. */
const workers = 4;
const hourMs = 3_600_000;

/** `destination`: null for that of the link, else that of a rule. */
type Due = PreviewTarget & { destination: string | null; checkedAt: Date | null };

/**
 * Reads destinations that were last read `hours` ago: broken and moved ones, those of links
 * with clicks in the last 30 days, and new ones, which come first. They are spread over `roundMs`,
 * by turns of hosts. This way broken destinations show up even if nobody shares the link.
 */
export async function checkDestinations(
  hours: number,
  now: () => Date,
  signal: AbortSignal,
  roundMs = 0.9 * roundEveryMs,
): Promise<void> {
  await forgetOldRuleChecks();
  const due = await findDue(now(), hours * hourMs);
  const pauseMs = (workers * roundMs) / Math.max(due.length, 1);
  const over = new AbortController();
  const stop = () => over.abort();
  const stopped = new Promise<void>((resolve) => {
    over.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const pause = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  let failed = 0;
  let failure: unknown = null;
  const worker = async (_: unknown, index: number) => {
    await pause((index * pauseMs) / workers);
    for (let next = due.shift(); next && !over.signal.aborted; next = due.shift()) {
      await Promise.race([check(next, now), stopped]).catch((error: unknown) => {
        failed++;
        failure = error;
        // One link that is locked must not keep the others from being checked.
        if (isBeyondStatement(error)) stop();
      });
      if (due.length > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  // The signal lives as long as the process.
  signal.removeEventListener("abort", stop);
  if (failure === null) return;
  if (over.signal.aborted) throw failure;
  log().warn({ failed, reason: errorText(failure) }, "could not check some destinations");
}

/** A full queue serves owners and visitors first; the next round takes what is left. */
async function check({ checkedAt, destination, ...target }: Due, now: () => Date): Promise<void> {
  const checked =
    destination === null
      ? refreshPreview(target, now, checkedAt)
      : checkRule({ ...target, destination }, now);
  await checked.catch((error: unknown) => {
    if (!isNamed<ScrapeQueueFullError>(error, "ScrapeQueueFullError")) throw error;
  });
}

function findDue(now: Date, ageMs: number): Promise<Due[]> {
  const before = new Date(now.getTime() - ageMs).toISOString();
  const recently = new Date(now.getTime() - recentMs).toISOString();
  const isOpen = Prisma.sql`l."enabled" AND coalesce(l."expiresAt" > ${now.toISOString()}::timestamptz, true)`;
  return maintenanceDatabase().$queryRaw`
    WITH candidates AS (
      SELECT "linkId" FROM "LinkPreview" WHERE "brokenSince" IS NOT NULL OR "movedSince" IS NOT NULL OR ("health" IS NULL AND "failingSince" IS NOT NULL)
      UNION
      SELECT "linkId" FROM "LinkTotals" WHERE "lastClickedAt" >= ${recently}::timestamptz
      UNION
      SELECT "id" FROM "Link" WHERE "updatedAt" >= ${recently}::timestamptz
       AND NOT EXISTS (SELECT FROM "LinkPreview" p WHERE p."linkId" = "Link"."id" AND p."checkedAt" IS NOT NULL)
      UNION
      SELECT "linkId" FROM "RuleCheck" WHERE "brokenSince" IS NOT NULL
      UNION
      SELECT l."id" FROM "Link" l WHERE l."updatedAt" >= ${recently}::timestamptz AND ${leadsByRules}
    ), addresses AS (
      SELECT l."id" AS "linkId", NULL AS "destination", l."url", p."checkedAt"
      FROM candidates c JOIN "Link" l ON l."id" = c."linkId" LEFT JOIN "LinkPreview" p ON p."linkId" = l."id" WHERE ${isOpen}
      UNION ALL
      SELECT l."id", r."destination", r."url", k."checkedAt"
      FROM candidates c JOIN "Link" l ON l."id" = c."linkId" CROSS JOIN LATERAL (${ruleAddresses}) r
      LEFT JOIN "RuleCheck" k ON k."linkId" = l."id" AND k."destination" = r."destination" AND k."url" = r."url" WHERE ${isOpen} AND ${leadsByRules}
    ), due AS (
      SELECT *, row_number() OVER (
        PARTITION BY lower(substring("url" FROM '^[^:]+://(?:[^/?#]*@)?([^/?#]+?)(?::(?:80|443))?(?:[/?#]|$)')) ORDER BY "checkedAt" NULLS FIRST, "linkId"
      ) AS "turn"
      FROM addresses WHERE "url" ~* '^https?:' AND coalesce("checkedAt" <= ${before}::timestamptz, true)
    )
    SELECT "linkId", "destination", "url", "checkedAt" FROM due WHERE "turn" <= ${mostOfHost}
    ORDER BY "checkedAt" IS NOT NULL, "turn", "checkedAt", "linkId" LIMIT ${most}`;
}
