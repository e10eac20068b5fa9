import { LRUCache } from "lru-cache";
import type { Base } from "../config/base";
import { log } from "../config/log";
import { running } from "../config/running";
import { withDeadline } from "../core/deadline";
import { isSluglineError, SluglineError } from "../core/errors";
import { PriorityQueue } from "../core/turn";
import { sharesDatabase } from "../database/client";
import { MinuteLimit } from "../limits/minute-limit";
import { busy, isTooManyRequests } from "../limits/too-many-requests";
import { hashSecret } from "../owners/secret-hash";
import { NotFoundLimit } from "../visits/limits/not-found-limit";
import { readFigures, type ShareFigures, type StoredShare } from "./share-figures";

/** From one network a minute, and from all together. */
const mostOpened = { ofNetwork: 120, ofAll: 1_200 };
/** A revoked page answers for less than a second on other instances. */
const lookupMs = 400;
const figuresMs = 60_000;
/** With what waits before it. */
const limitMs = 5_000;

/** Strangers do not learn the reason. */
const refusal = () => busy("statisticsBusy");

/** The share pages that strangers open: found for a moment, and read once a minute. */
export class OpenShares {
  private readonly ofNetwork: NotFoundLimit;
  private readonly ofAll = new MinuteLimit(mostOpened.ofAll, 1);
  private readonly isLimited: boolean;
  /** There is one connection. */
  private readonly line = new PriorityQueue({ atOnce: 1, waiting: 50, refusal });
  private readonly found = new LRUCache<string, Promise<StoredShare | null>>({
    max: 1_000,
    ttl: lookupMs,
  });
  private readonly figures = new LRUCache<string, Promise<ShareFigures>>({
    max: 200,
    ttl: figuresMs,
  });

  constructor({ config: { RATE_LIMITS } }: Pick<Base, "config">) {
    this.isLimited = RATE_LIMITS === "on";
    this.ofNetwork = new NotFoundLimit({ RATE_LIMITS, NOT_FOUND_LIMIT: mostOpened.ofNetwork });
  }

  /** Seconds until this network may ask for a page again; null if it may. */
  take(address: string, now: Date): number | null {
    return this.ofNetwork.take(address, now).retryAfterS;
  }

  /** Null for an address that is unknown, ended or revoked. Throws as `read` does. */
  async find(address: string, now: Date): Promise<StoredShare | null> {
    if (!/^[\w-]{22}$/.test(address)) return null;
    const hash = hashSecret(address);
    const key = Buffer.from(hash).toString("base64");
    const share = await inTime(
      remembered(this.found, key, () => this.line.run(0, () => findByHash(hash))),
    );
    return share?.expiresAt && share.expiresAt <= now ? null : share;
  }

  /** `find` for a visitor: only so many a minute may open pages that exist. */
  async open(address: string, now: Date): Promise<StoredShare | null> {
    const share = await this.find(address, now);
    if (share && this.isLimited && this.ofAll.take("all", now).left < 0) throw refusal();
    return share;
  }

  /**
   * What the page with this address shows; null if it was revoked or ended while that was being
   * counted. Throws `too_many_requests` with too many at once, and `unavailable` for whatever else
   * keeps it from being shown.
   */
  async read(address: string, share: StoredShare): Promise<ShareFigures | null> {
    const now = new Date();
    const figures = await inTime(
      remembered(this.figures, share.id, async () => {
        const read = await this.line.run(1, () => readFigures(share, now));
        // Nobody waits for it.
        this.line.run(2, () => recordOpened(share.id, now)).catch(() => {});
        return read;
      }),
    );
    return (await this.find(address, new Date())) && figures;
  }

  forget(): void {
    this.found.clear();
  }
}

/** Ends a visitor's wait, and keeps from them what only operators understand. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  try {
    return await withDeadline(reading, limitMs);
  } catch (error) {
    if (isTooManyRequests(error)) throw error;
    log().warn({ reason: (error as Error).message }, "a share page could not be shown");
    throw new SluglineError("unavailable", "statisticsBusy");
  }
}

/**
 * What is being read is read once for all who ask. A report that takes too long is not tried again
 * before the minute is over, any other failure at once.
 */
function remembered<T>(
  known: LRUCache<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const existing = known.get(key);
  if (existing) return existing;
  const result = read();
  known.set(key, result);
  result.catch((error) => {
    const isTooSlow = isSluglineError(error) && error.code === "statistics_timeout";
    if (!isTooSlow && known.peek(key) === result) known.delete(key);
  });
  return result;
}

/** Whoever is a reader by now may make no share page, so theirs are none. */
async function findByHash(hash: Uint8Array): Promise<StoredShare | null> {
  const [share] = await sharesDatabase().$queryRaw<StoredShare[]>`
    SELECT s."id", s."linkId", l."slug", l."title", l."domain", t."name" AS "tag", s."campaign", s."linkIds", s."cards", s."days",
           to_char(s."from", 'YYYY-MM-DD') AS "from", to_char(s."to", 'YYYY-MM-DD') AS "to", s."csv", s."passwordHash", s."expiresAt"
    FROM "Share" s LEFT JOIN "Link" l ON l."id" = s."linkId" LEFT JOIN "Tag" t ON t."id" = s."tagId"
      LEFT JOIN "Owner" o ON o."id" = s."ownerId"
    WHERE s."hash" = ${hash} AND o."role" IS DISTINCT FROM 'reader'`;
  return share ?? null;
}

/** With a resolution of a minute. The page is shown even if nothing can be written. */
async function recordOpened(id: string, now: Date): Promise<void> {
  try {
    await sharesDatabase().$executeRaw`
      UPDATE "Share" SET "lastOpenedAt" = ${now}::timestamptz WHERE "id" = ${id}::uuid`;
  } catch (error) {
    log().warn({ reason: (error as Error).message }, "could not note that a share page was opened");
  }
}

export function openShares(): OpenShares {
  return running().shares;
}

/** After one was revoked. */
export function forgetShares(): void {
  openShares().forget();
}

declare module "../config/running" {
  interface Parts {
    shares: OpenShares;
  }
}
