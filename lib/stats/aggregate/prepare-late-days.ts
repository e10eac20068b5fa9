import { setTimeout as sleep } from "node:timers/promises";
import { PerService } from "../../config/per-service";
import { isoDate } from "../../core/day";
import { RoundSize } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { arrayLiteral } from "../../database/array-literal";
import { aggregatedWithin } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { aggregatedClicks, endOf, isLate, isPrepared, isUnread, unpreparedDays, unreadAfter } from "../sources/late-days";
import { firstRecentDay } from "./prune-visitors";

const step = new PerService("late-days-step", () => new RoundSize(500, 20_000));

/** Link days per step, and the overhead of each, in clicks. */
const daysOfStep = 500;
const dayCost = 20;

interface LinkDay {
  linkId: number;
  day: Date;
}

interface PreparationOptions {
  signal?: AbortSignal;
  /** Overrides the adaptive step size. */
  portion?: number;
}

/** Collects the visitors of the days that pending clicks wait for. Works in short steps and stores its progress in LateDay. */
export function prepareLateDays(options: PreparationOptions = {}): Promise<void> {
  return prepare(unpreparedDays(), options);
}

/** The same for clicks that are about to be recorded, so that readers do not have to do it meanwhile. */
export async function prepareDaysOf(given: readonly { linkId: number; createdAt: Date }[], options: PreparationOptions = {}): Promise<void> {
  const recent = firstRecentDay(new Date());
  const clicks = given.filter(({ createdAt }) => createdAt < recent);
  if (clicks.length === 0) return;
  const c = Prisma.raw("c");
  const linkIds = arrayLiteral(clicks.map(({ linkId }) => linkId));
  const days = arrayLiteral(clicks.map(({ createdAt }) => isoDate(createdAt)));
  await prepare(
    Prisma.sql`
      SELECT c."linkId", c."day" FROM unnest(${linkIds}::int[], ${days}::date[]) AS c("linkId", "day")
      WHERE ${isLate(c)} AND (SELECT true FROM "LinkCounter" l WHERE l."linkId" = c."linkId") AND NOT ${isPrepared(c)}`,
    options,
  );
}

/** Pauses as long as each step took, so that aggregation and other links have priority. */
async function prepare(wanted: Prisma.Sql, { signal, portion }: PreparationOptions): Promise<void> {
  const oneStep = (clicks: number) => withAggregationLock((transaction) => prepareStep(transaction, wanted, clicks), { wait: true });
  while (!signal?.aborted) {
    const from = performance.now();
    const isMore = portion === undefined ? await step.get().run(oneStep) : await oneStep(portion);
    if (!isMore) return;
    await sleep(performance.now() - from);
  }
}

/** The aggregation lock is held, so the set of aggregated clicks does not change. Clicks of unprepared days are never aggregated. */
async function prepareStep(transaction: Prisma.TransactionClient, wanted: Prisma.Sql, maxClicks: number): Promise<boolean> {
  const days = await transaction.$queryRaw<LinkDay[]>`SELECT DISTINCT "linkId", "day" FROM (${wanted}) w LIMIT ${daysOfStep}`;
  let left = maxClicks;
  for (const day of days) {
    if (left <= 0) return true;
    left -= dayCost + (await readPortion(transaction, day, left));
  }
  return days.length > 0;
}

/** Adds the visitors of a day's next `portion` aggregated clicks; returns the number of clicks read. */
async function readPortion(transaction: Prisma.TransactionClient, { linkId, day }: LinkDay, portion: number): Promise<number> {
  const d = Prisma.raw("d");
  const unread = Prisma.sql`k."linkId" = d."linkId" AND ${isUnread(Prisma.raw('k."createdAt"'), d)}`;
  const before = (until: Prisma.Sql) => aggregatedWithin(Prisma.raw('d."linkId"'), unreadAfter(d), until);
  const [read] = await transaction.$queryRaw<[{ clicks: number }]>`
    WITH d AS MATERIALIZED (
      SELECT ${linkId}::int AS "linkId", ${isoDate(day)}::date AS "day"
    ), part AS MATERIALIZED (
      SELECT coalesce((SELECT k."createdAt" FROM ${before(endOf(d))} k WHERE ${unread} ORDER BY k."createdAt" OFFSET ${portion - 1} LIMIT 1), ${endOf(d)}) AS "until" FROM d
    ), clicks AS MATERIALIZED (
      SELECT k.* FROM d, LATERAL (
        SELECT k."createdAt", k."visitor", k."batch" FROM ${before(Prisma.sql`(SELECT "until" + interval '1 millisecond' FROM part)`)} k
        WHERE ${unread} AND k."createdAt" <= (SELECT "until" FROM part) OFFSET 0
      ) k
    ), added AS (
      INSERT INTO "LateVisitor" AS v ("linkId", "day", "visitor", "hours")
      SELECT d."linkId", d."day", k."visitor", bit_or(1 << extract(hour FROM k."createdAt" AT TIME ZONE 'UTC')::int)
      FROM d, clicks k WHERE k."batch" NOT IN (SELECT "id" FROM "ClickBatch") GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT ("linkId", "day", "visitor") DO UPDATE SET "hours" = v."hours" | excluded."hours"
    ), remembered AS (
      INSERT INTO "LateDay" AS l ("linkId", "day", "clicks", "readUntil")
      SELECT d."linkId", d."day", ${aggregatedClicks(d)}, part."until" FROM d, part
      ON CONFLICT ("linkId", "day") DO UPDATE SET "clicks" = excluded."clicks", "readUntil" = excluded."readUntil"
    )
    SELECT count(*)::int AS "clicks" FROM clicks`;
  return read.clicks;
}
