import { setTimeout as sleep } from "node:timers/promises";
import { RoundSize } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { maintenanceDatabase } from "../../database/client";
import { isBeyondStatement, isLockTimeout } from "../../database/database-errors";
import { canDivideBatches, mostOfMove } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { newBatchId, unpackClicks } from "../../visits/record-clicks";
import { ownPart } from "../own-part";
import { aggregateLateLabels, aggregateRollups } from "./aggregate-rollups";

/**
 * After a failure, some rounds begin at a random batch: a batch that always fails must not block
 * the others.
 */
class RetryElsewhere {
  private left = 0;
  private next = 1;

  get isDue(): boolean {
    return this.left > 0;
  }

  /** Whether the oldest batch failed, and did not pass since. */
  get isFailing(): boolean {
    return this.next > 1;
  }

  /** `isAll`: nothing is left that could have failed. */
  succeeded(isAll: boolean): void {
    if (isAll) this.left = 0;
    if (this.left > 0) this.left--;
    else this.next = 1;
  }

  /** Twice as many each time, until a round passes from the oldest batch on. */
  failed(): void {
    this.left = this.next;
    this.next = Math.min(2 * this.next, 256);
  }
}

/** What one transaction does with batches. Returns whether there are more. */
type Round = (
  transaction: Prisma.TransactionClient,
  maxClicks: number,
  elsewhere: boolean,
) => Promise<boolean>;

/** One after another, by one instance at a time. */
class Rounds {
  private readonly retries = new RetryElsewhere();

  constructor(
    private readonly size: RoundSize,
    private readonly work: Round,
  ) {}

  get isFailing(): boolean {
    return this.retries.isFailing;
  }

  /** `wait`: for others that have the lock. Otherwise nothing is left to do then. */
  async next({ wait = false } = {}): Promise<boolean> {
    const { retries } = this;
    try {
      const isMore = await this.size.run((maxClicks) =>
        withAggregationLock((transaction) => this.work(transaction, maxClicks, retries.isDue), {
          wait,
        }),
      );
      retries.succeeded(isMore === false);
      return isMore ?? false;
    } catch (error) {
      retries.failed();
      throw error;
    }
  }
}

const mostUnpacked = 5_000;
const mostCounted = 40_000;
/** How long packs are unpacked before what they brought is counted. */
const unpackMs = 1_000;

/** How the next rounds are chosen. */
export class Aggregation {
  /** Clicks per round: a deletion of their links waits for it. */
  readonly unpacking = new Rounds(new RoundSize(1, mostUnpacked), unpackRound);
  /** Larger rounds write shared counters less often. */
  readonly counting = new Rounds(new RoundSize(1, mostCounted), countRound);

  get isFailing(): boolean {
    return this.unpacking.isFailing || this.counting.isFailing;
  }
}

/**
 * Moves pending clicks from ClickPack to Click, and from ClickBatch into LinkCounter and the
 * roll-ups. Readers add all, so they see the same before and after. Concurrent calls do nothing.
 * Returns whether more is pending.
 */
export async function aggregateClicks(): Promise<boolean> {
  const { counting } = ownPart().aggregation;
  const results = [await settle(unpackRounds()), await settle(counting.next())];
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return results.some((result) => result.status === "fulfilled" && result.value);
}

/** As many as one round counts. Returns whether there are more that can be unpacked now. */
async function unpackRounds(): Promise<boolean> {
  const { unpacking } = ownPart().aggregation;
  const from = performance.now();
  try {
    for (let clicks = 0; clicks < mostCounted; clicks += mostUnpacked) {
      if (!(await unpacking.next())) return false;
      if (performance.now() - from > unpackMs) return true;
    }
    return true;
  } catch (error) {
    // Somebody edits or deletes a link. The next rounds pass over it.
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}

/**
 * Moves all clicks to Click, because only there the previous version finds them. Waits for others
 * that aggregate, and comes back to what fails.
 */
export async function unpackAll(signal: AbortSignal): Promise<void> {
  const { unpacking } = ownPart().aggregation;
  const isMore = () =>
    unpacking.next({ wait: true }).catch(async (error: unknown) => {
      if (isBeyondStatement(error)) throw error;
      await sleep(retryMs, undefined, { ref: false });
      return true;
    });
  while (!signal.aborted && (await isMore()));
}

const retryMs = 10;

/**
 * Moves clicks to Click if no instance that aggregates has done so: those of the previous version
 * cannot.
 */
export async function unpackNeglected(signal: AbortSignal): Promise<void> {
  const [row] = await maintenanceDatabase().$queryRaw<[{ isAny: boolean }]>`
    SELECT EXISTS (SELECT FROM "ClickPack" WHERE "size" > 0 AND "since" < now() - interval '10 seconds') AS "isAny"`;
  const { unpacking } = ownPart().aggregation;
  while (!signal.aborted && row.isAny && (await unpacking.next()));
}

/** From here on dead rows of packs slow down those who read what is pending. */
const manyPackBytes = 8_000_000;

/** Packs live for a second or two, and autovacuum comes once a minute. */
export async function vacuumPacks(): Promise<void> {
  const [packs] = await maintenanceDatabase().$queryRaw<[{ bytes: number }]>`
    SELECT pg_relation_size('"ClickPack"')::float8 AS "bytes"`;
  if (packs.bytes > manyPackBytes)
    await maintenanceDatabase().$executeRaw`VACUUM (SKIP_LOCKED, TRUNCATE) "ClickPack"`;
}

async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

async function unpackRound(
  transaction: Prisma.TransactionClient,
  maxClicks: number,
  elsewhere: boolean,
): Promise<boolean> {
  // What is left of replayed batches keeps late statements of theirs from storing them again.
  const packs = Prisma.sql`
    SELECT "id", "size", "since" FROM "ClickPack" WHERE "size" > 0 OR "since" < now() - interval '1 hour'`;
  const most = Math.min(maxClicks, mostOfMove());
  const { ids, isMore } = await nextBatches(transaction, packs, most, elsewhere);
  if (ids.length > 0) await unpackClicks(transaction, ids);
  return isMore;
}

/** Counters come last: scrapes and deletions lock the same rows and must not wait for the roll-ups. */
async function countRound(
  transaction: Prisma.TransactionClient,
  maxClicks: number,
  elsewhere: boolean,
): Promise<boolean> {
  const { ids, isMore } = await nextPart(transaction, maxClicks, elsewhere);
  if (ids.length === 0) return false;
  const [aggregated] = await transaction.$queryRaw<[{ isLate: boolean }]>(aggregateRollups(ids));
  if (aggregated.isLate) await transaction.$executeRaw(aggregateLateLabels(ids));
  await aggregateCounters(transaction, ids);
  return isMore;
}

interface Chosen {
  ids: bigint[];
  isMore: boolean;
}

/**
 * Oldest first, because neighbouring clicks are found together: rounds of scattered batches would
 * each read all clicks of a busy link. `batches`: a query (id, size, since).
 */
async function nextBatches(
  transaction: Prisma.TransactionClient,
  batches: Prisma.Sql,
  maxClicks: number,
  elsewhere: boolean,
): Promise<Chosen & { last: { id: bigint; size: number } | undefined }> {
  const chosen = await transaction.$queryRaw<{ id: bigint; size: number; of: number }[]>`
    WITH ready AS MATERIALIZED (${batches}), first AS MATERIALIZED (
      SELECT "since", "id" FROM ready ORDER BY random() LIMIT ${elsewhere ? 1 : 0}
    )
    SELECT "id", "size", "of" FROM (
      SELECT "id", "size", (count(*) OVER ())::int AS "of",
             sum("size") OVER (ORDER BY coalesce(("since", "id") < (SELECT "since", "id" FROM first), false), "since", "id") - "size" AS "before"
      FROM ready
    ) b WHERE "before" < ${maxClicks} ORDER BY "before", "id"`;
  const last = chosen.at(-1);
  const isMore = last !== undefined && chosen.length < last.of;
  return { ids: chosen.map(({ id }) => id), isMore, last };
}

/** A batch larger than a round comes alone, a part at a time. */
async function nextPart(
  transaction: Prisma.TransactionClient,
  maxClicks: number,
  elsewhere: boolean,
): Promise<Chosen> {
  const batches = Prisma.sql`
    SELECT "id", "size", (SELECT min(t) FROM unnest("firstClickedAts") t) AS "since" FROM "ClickBatch"`;
  const { ids, isMore, last } = await nextBatches(transaction, batches, maxClicks, elsewhere);
  if (!last || last.size <= maxClicks || !canDivideBatches()) return { ids, isMore };
  if (ids.length > 1) return { ids: ids.slice(0, -1), isMore: true };
  return (await splitBatch(transaction, last.id, maxClicks)) ?? { ids, isMore };
}

/**
 * Moves the first clicks of a batch to one of their own. Null if it has none left, because their
 * links are deleted.
 */
async function splitBatch(
  transaction: Prisma.TransactionClient,
  from: bigint,
  clicks: number,
): Promise<Chosen | null> {
  const part = newBatchId();
  const moved = await transaction.$executeRaw`
    WITH entries AS MATERIALIZED (
      SELECT *, date_trunc('hour', "firstClickedAt", 'UTC') AS "hour", sum("clicks") OVER (ORDER BY "linkId", "firstClickedAt") - "clicks" AS "before"
      FROM "PendingHour" p WHERE "batch" = ${from} AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")
    ), chosen AS MATERIALIZED (
      SELECT c.* FROM entries e, LATERAL (
        SELECT k."linkId", k."createdAt", k."id" FROM "Click" k
        WHERE k."linkId" = e."linkId" AND k."createdAt" BETWEEN e."firstClickedAt" AND e."lastClickedAt" AND k."batch" = ${from}
        ORDER BY k."createdAt", k."id" LIMIT ${clicks} - e."before"
      ) c WHERE e."before" < ${clicks}
    ), moved AS (
      UPDATE "Click" k SET "batch" = ${part}::bigint FROM chosen c
      WHERE k."linkId" = c."linkId" AND k."createdAt" = c."createdAt" AND k."id" = c."id" RETURNING k."linkId", k."createdAt"
    ), parts AS MATERIALIZED (
      SELECT m.*, least(m."ofFirstDay", e."firstDayClicks")::int AS "firstDayClicks" FROM (
        SELECT "linkId", date_trunc('hour', m."createdAt", 'UTC') AS "hour", count(*)::int AS "clicks",
               min(m."createdAt") AS "firstClickedAt", max(m."createdAt") AS "lastClickedAt",
               count(*) FILTER (WHERE m."createdAt" >= l."createdAt" AND m."createdAt" < l."createdAt" + interval '24 hours') AS "ofFirstDay"
        FROM moved m JOIN "Link" l ON l."id" = m."linkId" GROUP BY 1, 2
      ) m JOIN entries e USING ("linkId", "hour")
    ), rest AS (
      UPDATE "ClickBatch" b SET
        "size" = r."size", "linkIds" = r."linkIds", "clicks" = r."clicks", "firstDayClicks" = r."firstDayClicks",
        "firstClickedAts" = r."firstClickedAts", "lastClickedAts" = r."lastClickedAts"
      FROM (
        SELECT coalesce(sum("clicks"), 0) AS "size", coalesce(array_agg("linkId"), '{}') AS "linkIds", coalesce(array_agg("clicks"), '{}') AS "clicks",
               coalesce(array_agg("firstDayClicks"), '{}') AS "firstDayClicks", coalesce(array_agg("firstClickedAt"), '{}') AS "firstClickedAts",
               coalesce(array_agg("lastClickedAt"), '{}') AS "lastClickedAts"
        FROM (
          SELECT p."linkId", p."clicks" - coalesce(m."clicks", 0) AS "clicks", p."firstDayClicks" - coalesce(m."firstDayClicks", 0) AS "firstDayClicks",
                 -- What is left of an hour begins where the part ends.
                 coalesce(m."lastClickedAt", p."firstClickedAt") AS "firstClickedAt", p."lastClickedAt"
          FROM "PendingHour" p LEFT JOIN parts m ON m."linkId" = p."linkId" AND m."hour" = date_trunc('hour', p."firstClickedAt", 'UTC')
          WHERE p."batch" = ${from}
        ) entries WHERE "clicks" > 0
      ) r WHERE b."id" = ${from} AND EXISTS (SELECT FROM parts)
    )
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT ${part}::bigint, sum("clicks"), array_agg("linkId"), array_agg("clicks"), array_agg("firstDayClicks"), array_agg("firstClickedAt"),
           array_agg("lastClickedAt")
    FROM parts HAVING count(*) > 0`;
  return moved > 0 ? { ids: [BigInt(part)], isMore: true } : null;
}

async function aggregateCounters(
  transaction: Prisma.TransactionClient,
  batches: readonly bigint[],
): Promise<void> {
  await transaction.$executeRaw`
    WITH claimed AS (
      DELETE FROM "ClickBatch" WHERE "id" = ANY(${batches.map(String)}::bigint[]) RETURNING *
    ), added AS (
      SELECT u."linkId", sum(u."clicks") AS "clicks", sum(u."firstDayClicks") AS "firstDayClicks", max(u."lastClickedAt") AS "lastClickedAt"
      FROM claimed b,
           unnest(b."linkIds", b."clicks", b."firstDayClicks", b."lastClickedAts") AS u("linkId", "clicks", "firstDayClicks", "lastClickedAt")
      GROUP BY u."linkId"
    ), locked AS MATERIALIZED (
      -- Locks in link order, like others that lock several.
      SELECT "linkId" FROM "LinkCounter" WHERE "linkId" IN (SELECT "linkId" FROM added) ORDER BY "linkId" FOR NO KEY UPDATE
    )
    UPDATE "LinkCounter" c
    SET "clickCount" = c."clickCount" + a."clicks",
        "firstDayClicks" = c."firstDayClicks" + a."firstDayClicks",
        "lastClickedAt" = greatest(c."lastClickedAt", a."lastClickedAt")
    FROM added a JOIN locked USING ("linkId")
    WHERE c."linkId" = a."linkId"`;
}
