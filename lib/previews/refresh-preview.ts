import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../config/log";
import { isWebAddress } from "../core/destination";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { asText } from "../texts/sentence";
import { leadsElsewhere } from "./moved-destinations";
import { ownPart } from "./own-part";
import { type Scrape, scrapeDestination } from "./scrape-destination";
import { inScrapeTurn } from "./scrape-turn";
import { findStoredPreview, type StoredPreview } from "./stored-preview";

export interface PreviewTarget {
  linkId: number;
  url: string;
}

/** Longer than a scrape may take. The claim of a crashed process expires after this time. */
const claimSeconds = 10;
const pollMs = 100;

/** Those that run, by link and destination. */
export const newPreviewRefreshes = () => new Map<string, Promise<StoredPreview | null>>();

/**
 * Reads a link's destination, stores the outcome and resolves with the stored state. Only one
 * process does so per link; others wait for it. `lastCheckedAt` is the last attempt that the caller
 * saw (null: none). If there was a newer one, nothing is done; if it is undefined, the destination
 * is always read. A destination that an app opens has nothing to read. Throws a
 * `ScrapeQueueFullError`.
 */
export function refreshPreview(
  target: PreviewTarget,
  now: () => Date,
  lastCheckedAt?: Date | null,
): Promise<StoredPreview | null> {
  if (!isWebAddress(target.url)) return findStoredPreview(target.linkId);
  const { refreshes } = ownPart();
  const key = `${target.linkId} ${target.url}`;
  const existing = refreshes.get(key);
  if (existing) return existing;
  const refresh = claimAndScrape(target, now, lastCheckedAt).finally(() => refreshes.delete(key));
  refreshes.set(key, refresh);
  return refresh;
}

async function claimAndScrape(
  target: PreviewTarget,
  now: () => Date,
  lastCheckedAt: Date | null | undefined,
): Promise<StoredPreview | null> {
  const isOurs = await inScrapeTurn(target.url, async () => {
    // Claim only when the scrape starts, because a claim expires faster than a queue may drain.
    if (!(await claim(target, lastCheckedAt))) return false;
    await store(target, await scrapeDestination(target.url), now());
    return true;
  });
  return isOurs ? findStoredPreview(target.linkId) : untilReleased(target.linkId);
}

/** The row is the claim: only one of several processes can update it. */
async function claim(
  { linkId, url }: PreviewTarget,
  lastCheckedAt: Date | null | undefined,
): Promise<boolean> {
  const anyCheck = lastCheckedAt === undefined;
  const claimed = await database().$executeRaw`
    INSERT INTO "LinkPreview" AS p ("linkId", "claimedUntil")
    SELECT "id", now() + make_interval(secs => ${claimSeconds}) FROM "Link" WHERE "id" = ${linkId} AND "url" = ${url}
    ON CONFLICT ("linkId") DO UPDATE SET "claimedUntil" = excluded."claimedUntil"
    WHERE coalesce(p."claimedUntil" <= now(), true)
      AND (${anyCheck} OR p."checkedAt" IS NOT DISTINCT FROM ${lastCheckedAt?.toISOString() ?? null}::timestamptz)`;
  return claimed > 0;
}

async function untilReleased(linkId: number): Promise<StoredPreview | null> {
  for (;;) {
    const stored = await findStoredPreview(linkId);
    if (!stored?.isClaimed) return stored;
    await sleep(pollMs);
  }
}

/**
 * Success replaces the card and resets the failures; failure keeps the card and adds one. Nothing
 * is stored if the destination changed meanwhile: a share lock on the link prevents changes until
 * this commits.
 */
async function store(
  { linkId, url }: PreviewTarget,
  { card, failure, health, endHost }: Scrape,
  at: Date,
): Promise<void> {
  const checkedAt = at.toISOString();
  const moved = endHost === null ? Prisma.empty : await moveTo(linkId, url, endHost, checkedAt);
  if (card) {
    await database().$executeRaw`
      WITH live AS MATERIALIZED (
        SELECT "id" FROM "Link" WHERE "id" = ${linkId} AND "url" = ${url} FOR SHARE
      ), counted AS (
        UPDATE "LinkCounter" SET "ogFetchFailCount" = 0 WHERE "linkId" IN (SELECT "id" FROM live) AND "ogFetchFailCount" <> 0
      )
      UPDATE "LinkPreview"
      SET "title" = ${card.title}, "description" = ${card.description}, "image" = ${card.image}, "siteName" = ${card.siteName},
          "fetchedAt" = ${checkedAt}::timestamptz, "checkedAt" = ${checkedAt}::timestamptz,
          "failReason" = NULL, "failingSince" = NULL, "health" = ${health}, "brokenSince" = NULL, "claimedUntil" = NULL${moved}
      WHERE "linkId" IN (SELECT "id" FROM live)`;
  } else {
    await database().$executeRaw`
      WITH live AS MATERIALIZED (
        SELECT "id" FROM "Link" WHERE "id" = ${linkId} AND "url" = ${url} FOR SHARE
      ), counted AS (
        UPDATE "LinkCounter" SET "ogFetchFailCount" = "ogFetchFailCount" + 1 WHERE "linkId" IN (SELECT "id" FROM live)
      )
      UPDATE "LinkPreview"
      SET "checkedAt" = ${checkedAt}::timestamptz, "failReason" = ${asText(failure.sentence)},
          "failingSince" = coalesce("failingSince", ${checkedAt}::timestamptz), "health" = ${health},
          "brokenSince" = CASE WHEN ${health === "broken"}
            THEN coalesce(CASE WHEN "brokenSince" >= "failingSince" THEN "brokenSince" END, ${checkedAt}::timestamptz) END, "claimedUntil" = NULL${moved}
      WHERE "linkId" IN (SELECT "id" FROM live)`;
  }
}

/**
 * What a check that ended at this host sets. A first one says where the destination belongs. After
 * a month without a check, a move begins anew: two checks say little of what was between them.
 */
async function moveTo(linkId: number, url: string, endHost: string, at: string) {
  const known = await database().linkPreview.findUnique({
    where: { linkId },
    select: { endHost: true },
  });
  const before = known?.endHost ?? endHost;
  return (await leadsElsewhere(url, before, endHost))
    ? Prisma.sql`, "movedTo" = ${endHost}, "movedSince" = CASE WHEN "movedAt" > ${at}::timestamptz - interval '31 days' THEN "movedSince" ELSE ${at}::timestamptz END, "movedAt" = ${at}::timestamptz`
    : Prisma.sql`, "endHost" = ${before}, "movedTo" = NULL, "movedSince" = NULL, "movedAt" = NULL`;
}

/**
 * Reads a new destination in the background. The preview of the one before is deleted by
 * prisma/rules/previews.sql.
 */
export function scrapeNewDestination(target: PreviewTarget): void {
  refreshPreview(target, () => new Date(), null).catch((error: Error) => {
    log().warn({ reason: error.message }, "the preview of a new destination could not be read");
  });
}
