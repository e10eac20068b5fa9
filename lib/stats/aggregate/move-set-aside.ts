import { running } from "../../config/running";
import { hourMs } from "../../core/day";
import { RoundSize } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { maintenanceDatabase } from "../../database/client";
import { clicksWithin } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { aggregateClicks } from "./aggregate-clicks";
import { changeRollups } from "./change-rollups";

/** Clicks per round. */
export const newSetAsideRound = () => new RoundSize(100, 5_000);

/** An outage may delay the way back for so many days after the visitors of a day are forgotten. */
const daysLate = 30;

/** All columns of Click. SetAsideClick has them too. */
const columns = Prisma.raw(
  Object.keys(Prisma.ClickScalarFieldEnum)
    .map((name) => `"${name}"`)
    .join(", "),
);

/** A row of SetAside whose clicks are to move. */
interface Moving {
  linkId: number;
  id: string;
  day: Date;
  visitor: Uint8Array;
  isUndone: boolean;
  /** Of the day, in bits. */
  hours: number;
}

/**
 * Moves the clicks of set-aside visitors out of "Click" and the roll-ups, and back if that was
 * undone, in rounds of which each leaves every number exact. So it may end anywhere, and another
 * instance may continue. Clicks that were pending follow once they are aggregated: DayVisitor tells
 * that there are some. Whoever has just set clicks aside waits for that, so they are aggregated now.
 */
export async function moveSetAside(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isAwaited()) && (await aggregateClicks()));
  const failures: unknown[] = [];
  for (const set of await listMoving())
    await moveAll(set, signal).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Whether clicks are pending on a link of which some were set aside in the last seconds. */
async function isAwaited(): Promise<boolean> {
  const [row] = await maintenanceDatabase().$queryRaw<[{ isAny: boolean }]>`
    SELECT EXISTS (
      SELECT FROM "SetAside" s JOIN "ClickBatch" b ON s."linkId" = ANY(b."linkIds")
      WHERE s."undoneAt" IS NULL AND s."setAt" > now() - interval '10 seconds'
    ) AS "isAny"`;
  return row.isAny;
}

async function moveAll(set: Moving, signal: AbortSignal): Promise<void> {
  for (let hour = 0; hour < 24; hour++) {
    if ((set.hours & (1 << hour)) !== 0)
      await moveHour(set, new Date(set.day.getTime() + hour * hourMs), signal);
  }
  if (set.isUndone && !signal.aborted) await forgetEmpty(set);
}

function listMoving(): Promise<Moving[]> {
  const theirs = Prisma.sql`
    SELECT coalesce(bit_or(1 << extract(hour FROM c."createdAt" AT TIME ZONE 'UTC')::int), 0) FROM "SetAsideClick" c
    WHERE c."linkId" = s."linkId" AND c."visitor" = s."visitor"
      AND c."createdAt" >= s."day"::timestamp AT TIME ZONE 'UTC' AND c."createdAt" < (s."day" + 1)::timestamp AT TIME ZONE 'UTC'`;
  const counted = Prisma.sql`
    SELECT v."hours" FROM "DayVisitor" v WHERE v."day" = s."day" AND v."linkId" = s."linkId" AND v."visitor" = s."visitor"`;
  return maintenanceDatabase().$queryRaw`
    SELECT * FROM (
      SELECT s."linkId", s."id"::text AS "id", s."day", s."visitor", s."undoneAt" IS NOT NULL AS "isUndone",
             CASE WHEN s."undoneAt" IS NULL THEN (${counted}) ELSE (${theirs}) END AS "hours"
      FROM "SetAside" s WHERE s."day" >= (SELECT "visitorsSince" FROM "RollupState") - ${daysLate}::int
    ) m WHERE "hours" IS NOT NULL ORDER BY "linkId", "id"`;
}

async function moveHour(set: Moving, hour: Date, signal: AbortSignal): Promise<void> {
  const oneRound = (clicks: number) =>
    withAggregationLock((transaction) => moveRound(transaction, set, hour, clicks), { wait: true });
  while (!signal.aborted && (await running().stats.setAsideRound.run(oneRound)));
}

/** Returns whether more clicks of the hour may have to move. */
async function moveRound(
  transaction: Prisma.TransactionClient,
  { linkId, id, visitor, isUndone }: Moving,
  hour: Date,
  most: number,
): Promise<boolean> {
  // A deletion of the link waits for this, or has been before, as does whoever sets clicks aside or
  // undoes that. The row of SetAside is locked only at the end: whoever stores such clicks needs it.
  const [link] = await transaction.$queryRaw<{ isLimited: boolean }[]>`
    SELECT "maxClicks" IS NOT NULL AS "isLimited" FROM "Link" WHERE "id" = ${linkId} FOR KEY SHARE`;
  const isSet = Prisma.sql`"linkId" = ${linkId} AND "id" = ${id}::uuid`;
  const [current] = await transaction.$queryRaw<{ isUndone: boolean }[]>`
    SELECT "undoneAt" IS NOT NULL AS "isUndone" FROM "SetAside" WHERE ${isSet}`;
  // Somebody may have decided otherwise since.
  if (!link || current?.isUndone !== isUndone) return false;

  const until = new Date(hour.getTime() + hourMs);
  const clicks = isUndone
    ? Prisma.raw('"SetAsideClick"')
    : clicksWithin(Prisma.sql`ARRAY[${linkId}]::int[]`, [{ since: hour, until }]);
  const isTheirs = Prisma.sql`
    "linkId" = ${linkId} AND "createdAt" >= ${hour}::timestamptz AND "createdAt" < ${until}::timestamptz AND "visitor" = ${visitor}::bytea`;
  const found = await transaction.$queryRaw<FoundClick[]>`
    SELECT "id"::text AS "id", "batch" FROM ${clicks} k WHERE ${isTheirs} ORDER BY "createdAt", "id" LIMIT ${most + 1}::int`;
  const isMore = found.length > most;
  const chosen = await (isUndone ? idsOf : aggregated)(found.slice(0, most), transaction);
  const areChosen = Prisma.sql`${isTheirs} AND "id" = ANY(${chosen}::uuid[])`;
  const move = { linkId, visitor, hour, areOthersLeft: isMore };

  if (chosen.length === 0 && (isUndone || found.length > 0)) return false;
  if (isUndone) {
    const ids = await transaction.$queryRaw<{ id: string }[]>`
      INSERT INTO "Click" (${columns}) SELECT ${columns} FROM "SetAsideClick" WHERE ${areChosen} ORDER BY "createdAt", "id"
      ON CONFLICT DO NOTHING RETURNING "id"::text AS "id"`;
    await changeRollups(transaction, { ...move, ids: ids.map((row) => row.id), to: "back" });
    const gone = await transaction.$executeRaw`DELETE FROM "SetAsideClick" WHERE ${areChosen}`;
    await transaction.$executeRaw`UPDATE "SetAside" SET "clicks" = "clicks" - ${gone}::int WHERE ${isSet}`;
  } else {
    // A click that a journal brought again is here a second time, and leaves.
    const kept = await transaction.$executeRaw`
      INSERT INTO "SetAsideClick" (${columns}) SELECT ${columns} FROM ${clicks} k WHERE ${areChosen} ON CONFLICT DO NOTHING`;
    await transaction.$executeRaw`DELETE FROM "Click" WHERE ${areChosen}`;
    await changeRollups(transaction, { ...move, ids: chosen, to: "aside" });
    await transaction.$executeRaw`UPDATE "SetAside" SET "clicks" = "clicks" + ${kept}::int WHERE ${isSet}`;
  }
  await transaction.$executeRaw`SELECT pg_notify('slugline_edit', '')::text`;
  if (link.isLimited) await announce(transaction, linkId);
  return isMore;
}

interface FoundClick {
  id: string;
  batch: bigint;
}

const idsOf = async (clicks: readonly FoundClick[]) => clicks.map(({ id }) => id);

/** Without those that are pending. A later statement sees every batch of the clicks found before. */
async function aggregated(
  clicks: readonly FoundClick[],
  reader: Prisma.TransactionClient,
): Promise<string[]> {
  const batches = [...new Set(clicks.map(({ batch }) => String(batch)))];
  const rows = await reader.$queryRaw<{ id: bigint }[]>`
    SELECT "id" FROM "ClickBatch" WHERE "id" = ANY(${batches}::bigint[])`;
  const pending = new Set(rows.map(({ id }) => id));
  return clicks.flatMap(({ id, batch }) => (pending.has(batch) ? [] : [id]));
}

/** Instances remember that a link is used up, which clicks that are set aside may change. */
async function announce(transaction: Prisma.TransactionClient, linkId: number): Promise<void> {
  await transaction.$executeRaw`
    SELECT pg_notify('slugline_link', n."slug")::text FROM (
      SELECT "slug" FROM "Link" WHERE "id" = ${linkId} UNION ALL SELECT "slug" FROM "Alias" WHERE "linkId" = ${linkId}
    ) n`;
}

async function forgetEmpty({ linkId, id }: Moving): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    DELETE FROM "SetAside" WHERE "linkId" = ${linkId} AND "id" = ${id}::uuid AND "undoneAt" IS NOT NULL AND "clicks" = 0`;
}
