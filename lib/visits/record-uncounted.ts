import { v7 as uuidv7 } from "uuid";
import { dayMs, isoDate } from "../core/day";
import { Prisma } from "../database/generated/client";
import type { Pools } from "../database/pools";
import type { Uncounted } from "./describe/classify-visitor";
import { ownPart } from "./own-part";
import { lockTurns } from "./record-clicks";

export interface UncountedVisit extends Uncounted {
  linkId: number;
  at: Date;
}

/**
 * Names per link, day and kind. Crawlers choose their names freely, so further ones are counted
 * under Other.
 */
const nameCap = 100;
const other = "Other";

/** Whether nobody can tell any more if a batch of this age was recorded. */
export function isForgotten(batchId: string, now: Date): boolean {
  return batchId < oldestKept(now);
}

/** Stores uncounted visits. */
export class UncountedRecorder {
  /**
   * Batches of this process that nobody will record again. The next statement deletes their ids.
   */
  private readonly settled = new Set<string>();

  constructor(private readonly pools: Pools) {}

  /**
   * Notes that a batch is stored and in no journal. Only the writer can know: a journal may lie on
   * a stopped instance for any time.
   */
  settle(batchId: string): void {
    this.settled.add(batchId);
  }

  takeSettled(): string[] {
    const ids = [...this.settled];
    this.settled.clear();
    return ids;
  }

  /**
   * Adds uncounted visits to their links in one statement; those of preview bots also to the bot
   * hits. `batchId` (UUIDv7) identifies the set, so recording it again is idempotent. Visits of
   * deleted links are dropped: like clicks, they share a lock on the link itself, in turn with who
   * locks it against them, and wait for nobody who has locked its counters.
   */
  async record(batchId: string, visits: readonly UncountedVisit[]): Promise<void> {
    const instants = visits.map(({ at }) => at.toISOString());
    const done = this.takeSettled();
    try {
      await this.store(batchId, visits, instants, done);
    } catch (error) {
      for (const id of done) this.settle(id);
      throw error;
    }
  }

  private async store(
    batchId: string,
    visits: readonly UncountedVisit[],
    instants: string[],
    done: string[],
  ): Promise<void> {
    await this.pools.client("visitors").$executeRaw`
      WITH settled AS (
        DELETE FROM "RecordedBatch" WHERE "id" = ANY(${done}::uuid[])
      ), first AS (
        INSERT INTO "RecordedBatch" ("id") VALUES (${batchId}::uuid) ON CONFLICT DO NOTHING RETURNING 1
      ), incoming AS (
        SELECT "linkId", "day", "kind", "name", count(*) AS "count", min("at") AS "firstSeenAt", max("at") AS "lastSeenAt"
        FROM unnest(
          ${visits.map(({ linkId }) => linkId)}::int[], ${visits.map(({ at }) => isoDate(at))}::date[], ${instants}::timestamptz[],
          ${visits.map(({ kind }) => kind)}::text[], ${visits.map(({ name }) => name)}::text[]
        ) AS t("linkId", "day", "at", "kind", "name")
        WHERE EXISTS (SELECT FROM first)
        GROUP BY "linkId", "day", "kind", "name"
      ), live AS MATERIALIZED (
        SELECT "id" AS "linkId" FROM "Link" WHERE "id" IN (SELECT "linkId" FROM incoming)
        AND (SELECT count(*) FROM (${lockTurns(Prisma.sql`ARRAY(SELECT "linkId" FROM incoming)`)}) turns) >= 0 ORDER BY "id" FOR KEY SHARE
      ), placed AS MATERIALIZED (
        SELECT i.*, k."name" IS NOT NULL AS "isKnown",
               row_number() OVER (PARTITION BY i."linkId", i."day", i."kind", k."name" IS NULL ORDER BY i."count" DESC, i."name") AS "place"
        FROM incoming i JOIN live USING ("linkId") LEFT JOIN "UncountedVisit" k USING ("linkId", "day", "kind", "name")
      ), named AS (
        SELECT "linkId", "day", "kind",
               CASE WHEN "isKnown" OR "place" <= ${nameCap} - (
                 SELECT count(*) FROM "UncountedVisit" k
                 WHERE k."linkId" = p."linkId" AND k."day" = p."day" AND k."kind" = p."kind" AND k."name" <> ${other}
               ) THEN "name" ELSE ${other} END AS "name", "count", "firstSeenAt", "lastSeenAt"
        FROM placed p
      ), counted AS (
        INSERT INTO "UncountedVisit" AS u ("linkId", "day", "kind", "name", "count", "firstSeenAt", "lastSeenAt")
        SELECT "linkId", "day", "kind", "name", sum("count"), min("firstSeenAt"), max("lastSeenAt") FROM named
        GROUP BY "linkId", "day", "kind", "name" ORDER BY "linkId", "day", "kind", "name"
        ON CONFLICT ("linkId", "day", "kind", "name") DO UPDATE
        SET "count" = u."count" + excluded."count",
            "firstSeenAt" = least(u."firstSeenAt", excluded."firstSeenAt"),
            "lastSeenAt" = greatest(u."lastSeenAt", excluded."lastSeenAt")
      ), hits AS (
        SELECT * FROM incoming JOIN live USING ("linkId") WHERE "kind" = 'unfurler'
      ), totals AS (
        -- Each backend uses one of four slots, to reduce lock contention.
        INSERT INTO "DayTotal" AS t ("day", "slot", "botHits") SELECT "day", 1 + pg_backend_pid() % 4, sum("count") FROM hits GROUP BY 1 ORDER BY 1
        ON CONFLICT ("day", "slot") DO UPDATE SET "botHits" = t."botHits" + excluded."botHits"
      )
      INSERT INTO "LinkBotHits" AS b ("linkId", "botHits") SELECT "linkId", sum("count") FROM hits GROUP BY 1 ORDER BY 1
      ON CONFLICT ("linkId") DO UPDATE SET "botHits" = b."botHits" + excluded."botHits"`;
  }
}

const recorder = () => ownPart().uncountedRecorder;

export function recordUncounted(batchId: string, visits: readonly UncountedVisit[]): Promise<void> {
  return recorder().record(batchId, visits);
}

/**
 * Far longer than anybody leaves an instance with a journal stopped. Older visits in a journal are
 * refused.
 */
const keptMs = 366 * dayMs;

function oldestKept(now: Date): string {
  return uuidv7({ msecs: now.getTime() - keptMs, random: new Uint8Array(16) });
}

/**
 * Whether a row is a settled batch of this process, or another of more than a year ago. Takes the
 * settled ones: call it once for each deletion.
 */
export function isSettledOrOld(now: Date): Prisma.Sql {
  return Prisma.sql`"id" = ANY(${recorder().takeSettled()}::uuid[]) OR "id" < ${oldestKept(now)}::uuid`;
}
