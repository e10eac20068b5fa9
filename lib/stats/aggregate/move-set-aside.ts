import { dayMs, hourMs } from "../../core/day";
import { RoundSize } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { maintenanceDatabase } from "../../database/client";
import { clicksWithin } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { addBatch, newBatchId } from "../../visits/record-clicks";
import { ownPart } from "../own-part";
import { aggregateClicks } from "./aggregate-clicks";
import { changeAliases, subtractClicks } from "./subtract-clicks";

/** Clicks per round. */
export const newSetAsideRound = () => new RoundSize(100, 5_000);

/** An outage may delay the way back for so many days after the visitors of a day are forgotten. */
const daysLate = 30;

/** All columns of Click but its batch. SetAsideClick has them too. */
const columns = Prisma.raw(
  Object.keys(Prisma.ClickScalarFieldEnum)
    .flatMap((name) => (name === "batch" ? [] : `"${name}"`))
    .join(", "),
);

/** A row of SetAside whose clicks are to move. */
interface Moving {
  linkId: number;
  id: string;
  day: Date;
  visitor: Uint8Array;
  isUndone: boolean;
  /** In which this visitor is counted, in bits. */
  hours: number;
}

export const clicksSetAside = Prisma.sql`SELECT FROM "SetAside"`;

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
  const [row] = await maintenanceDatabase().$queryRaw<[{ isAwaited: boolean }]>`
    SELECT EXISTS (
      SELECT FROM "SetAside" s JOIN "PendingBatch" b ON s."linkId" = ANY(b."linkIds")
      WHERE s."undoneAt" IS NULL AND s."setAt" > now() - interval '10 seconds'
    ) AS "isAwaited"`;
  return row.isAwaited;
}

async function moveAll(set: Moving, signal: AbortSignal): Promise<void> {
  const inRounds = async (
    move: (transaction: Prisma.TransactionClient, most: number) => Promise<boolean>,
  ) => {
    const oneRound = (clicks: number) =>
      withAggregationLock(
        async (transaction) =>
          (await isStill(transaction, set)) && (await move(transaction, clicks)),
        { wait: true },
      );
    while (!signal.aborted && (await ownPart().setAsideRound.run(oneRound)));
  };
  if (set.isUndone) {
    await inRounds((transaction, most) => moveBack(transaction, set, most));
    // Whoever undid it waits, and pages know no visitor of a click that is pending.
    while (!signal.aborted && (await aggregateClicks()));
    if (!signal.aborted) await forgetEmpty(set);
    return;
  }
  for (let hour = 0; hour < 24; hour++) {
    const start = new Date(set.day.getTime() + hour * hourMs);
    if ((set.hours & (1 << hour)) !== 0)
      await inRounds((transaction, most) => moveAside(transaction, set, start, most));
  }
}

function listMoving(): Promise<Moving[]> {
  return maintenanceDatabase().$queryRaw`
    SELECT s."linkId", s."id"::text AS "id", s."day", s."visitor", s."undoneAt" IS NOT NULL AS "isUndone", coalesce(v."hours", 0) AS "hours"
    FROM "SetAside" s LEFT JOIN "DayVisitor" v ON v."day" = s."day" AND v."linkId" = s."linkId" AND v."visitor" = s."visitor"
    WHERE s."day" >= (SELECT "visitorsSince" FROM "RollupState") - ${daysLate}::int AND (s."undoneAt" IS NOT NULL OR v."hours" IS NOT NULL)
    ORDER BY 1, 2`;
}

/**
 * Whether the link is there and nobody has decided otherwise since. A deletion of the link waits for
 * this, or has been before, as does whoever sets clicks aside or undoes that. The row of SetAside is
 * locked only at the end: whoever stores such clicks needs it.
 */
async function isStill(
  transaction: Prisma.TransactionClient,
  { linkId, id, isUndone }: Moving,
): Promise<boolean> {
  const link = await transaction.$executeRaw`
    SELECT FROM "Link" WHERE "id" = ${linkId} FOR KEY SHARE`;
  const [current] = await transaction.$queryRaw<{ isUndone: boolean }[]>`
    SELECT "undoneAt" IS NOT NULL AS "isUndone" FROM "SetAside" WHERE "linkId" = ${linkId} AND "id" = ${id}::uuid`;
  return link > 0 && current?.isUndone === isUndone;
}

/** A condition on clicks of the visitor in so many milliseconds. */
function theirsWithin({ linkId, visitor }: Moving, since: Date, ms: number): Prisma.Sql {
  return Prisma.sql`
    "linkId" = ${linkId} AND "createdAt" >= ${since}::timestamptz AND "createdAt" < ${new Date(since.getTime() + ms)}::timestamptz
    AND "visitor" = ${visitor}::bytea`;
}

/**
 * Brings clicks back as late ones come: in a batch, which readers add, and the aggregation adds to
 * every roll-up. Returns whether there may be more.
 */
async function moveBack(
  transaction: Prisma.TransactionClient,
  set: Moving,
  most: number,
): Promise<boolean> {
  const batch = newBatchId();
  const isTheirs = theirsWithin(set, set.day, dayMs);
  const chosen = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id"::text AS "id" FROM "SetAsideClick" WHERE ${isTheirs} ORDER BY "createdAt", "id" LIMIT ${most}::int`;
  if (chosen.length === 0) return false;
  const among = (rows: readonly { id: string }[]) =>
    Prisma.sql`${isTheirs} AND "id" = ANY(${rows.map(({ id }) => id)}::uuid[])`;
  const inserted = await transaction.$queryRaw<{ id: string }[]>`
    INSERT INTO "Click" ("batch", ${columns}) SELECT ${batch}::bigint, ${columns} FROM "SetAsideClick" WHERE ${among(chosen)} ORDER BY "createdAt", "id"
    ON CONFLICT DO NOTHING RETURNING "id"::text AS "id"`;
  const moved = Prisma.sql`SELECT * FROM "SetAsideClick" WHERE ${among(inserted)}`;
  const ofLink = Prisma.sql`(${moved}) m JOIN (SELECT "id" AS "linkId", "createdAt" AS "linkCreatedAt" FROM "Link") l USING ("linkId")`;
  await transaction.$executeRaw(addBatch(Prisma.sql`${batch}::bigint`, ofLink));
  await changeAliases(transaction, moved, 1);
  await transaction.$executeRaw`DELETE FROM "SetAsideClick" WHERE ${among(chosen)}`;
  await finishRound(transaction, set, -chosen.length);
  return chosen.length === most;
}

/** Returns whether more clicks of the hour may have to move. */
async function moveAside(
  transaction: Prisma.TransactionClient,
  set: Moving,
  hour: Date,
  most: number,
): Promise<boolean> {
  const { linkId, visitor } = set;
  const clicks = clicksWithin(Prisma.sql`ARRAY[${linkId}]::int[]`, [
    { since: hour, until: new Date(hour.getTime() + hourMs) },
  ]);
  const isTheirs = theirsWithin(set, hour, hourMs);
  const found = await transaction.$queryRaw<FoundClick[]>`
    SELECT "id"::text AS "id", "batch" FROM ${clicks} k WHERE ${isTheirs} ORDER BY "createdAt", "id" LIMIT ${most + 1}::int`;
  const areOthersLeft = found.length > most;
  const ids = await aggregated(found.slice(0, most), transaction);
  if (ids.length === 0 && found.length > 0) return false;
  const areChosen = Prisma.sql`${isTheirs} AND "id" = ANY(${ids}::uuid[])`;
  // A click that a journal brought again is here a second time, and leaves.
  const kept = await transaction.$executeRaw`
    INSERT INTO "SetAsideClick" ("batch", ${columns}) SELECT "batch", ${columns} FROM ${clicks} k WHERE ${areChosen} ON CONFLICT DO NOTHING`;
  await transaction.$executeRaw`DELETE FROM "Click" WHERE ${areChosen}`;
  const moved = Prisma.sql`SELECT * FROM "SetAsideClick" WHERE ${areChosen}`;
  await subtractClicks(transaction, { linkId, visitor, hour, moved, areOthersLeft });
  await finishRound(transaction, set, kept);
  return areOthersLeft;
}

/** Instances remember that a link is used up, which this may change. */
async function finishRound(
  transaction: Prisma.TransactionClient,
  { linkId, id }: Moving,
  added: number,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "SetAside" SET "clicks" = "clicks" + ${added}::int WHERE "linkId" = ${linkId} AND "id" = ${id}::uuid`;
  await transaction.$executeRaw`SELECT pg_notify('slugline_edit', '')::text`;
  await transaction.$executeRaw`
    SELECT pg_notify('slugline_link', n."slug")::text FROM (
      SELECT "id" AS "linkId", "slug" FROM "Link" UNION ALL SELECT "linkId", "slug" FROM "Alias"
    ) n JOIN "Link" l ON l."id" = n."linkId" AND l."maxClicks" IS NOT NULL WHERE n."linkId" = ${linkId}`;
}

interface FoundClick {
  id: string;
  batch: bigint;
}

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

async function forgetEmpty({ linkId, id }: Moving): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    DELETE FROM "SetAside" WHERE "linkId" = ${linkId} AND "id" = ${id}::uuid AND "undoneAt" IS NOT NULL AND "clicks" = 0`;
}
