import { setTimeout as sleep } from "node:timers/promises";
import { isoDate } from "../core/day";
import { withAggregationLock } from "../database/aggregation-lock";
import { maintenanceDatabase } from "../database/client";
import { isDistributed } from "../database/distributed";
import { Prisma } from "../database/generated/client";

interface RemovalOptions {
  /** Interrupts the removal. A later call resumes it. */
  signal?: AbortSignal;
  /** Rows per statement. It keeps statements short even for links with many clicks. */
  portion?: number;
}

/** Finishes deletions that take long or were interrupted. */
export async function removeLeftHistory(signal: AbortSignal): Promise<void> {
  for (const { linkId } of await maintenanceDatabase().deletedLink.findMany()) await removeHistory(linkId, { signal });
}

/**
 * Removes everything recorded about a deleted link. Each portion commits by itself and the DeletedLink row goes last, so
 * the removal may be interrupted anywhere, and two instances may run it at once.
 */
export async function removeHistory(linkId: number, { signal, portion = 10_000 }: RemovalOptions = {}): Promise<void> {
  const ofLink = Prisma.sql`"linkId" = ${linkId}`;
  const remove = (slice: Slice) => inPortions((after) => removeRows(maintenanceDatabase(), slice, after, portion), signal);
  const takeOff = (slice: Slice, totals: FromTotals) =>
    inPortions((after) => withAggregationLock((transaction) => removeRows(transaction, slice, after, portion, totals), { wait: true }), signal);

  // A commit that began before the deletion may not have reached the clicks yet.
  if (isDistributed()) await maintenanceDatabase().$queryRaw`SELECT "awaitRecordings"()::text`;
  await remove({ table: "Click", rows: ofLink, order: "createdAt" });
  // An aggregation that started before the deletion may still write. Later ones see that the link is gone.
  if (!signal?.aborted) await withAggregationLock(() => Promise.resolve(), { wait: true });
  for (const day of await listVisitorDays(linkId, signal)) {
    const rows = Prisma.sql`"day" = ${isoDate(day)}::date AND "linkId" = ${linkId}`;
    for (const table of ["DayVisitor", "LateVisitor"] as const) await remove({ table, rows, order: "visitor" });
  }
  for (const table of ["LateDay", "LinkDayLabel"] as const) await remove({ table, rows: ofLink, order: "day" });
  await remove({ table: "LinkMonthLabel", rows: ofLink, order: "month" });
  await takeOff({ table: "UncountedVisit", rows: ofLink, order: "day" }, botHitsFromDays);
  await takeOff({ table: "LinkHour", rows: ofLink, order: "hour" }, clicksFromHours);
  await takeOff({ table: "LinkDay", rows: ofLink, order: "day" }, clicksFromDays);
  if (!signal?.aborted) await maintenanceDatabase().deletedLink.deleteMany({ where: { linkId } });
}

/** Days with visitors of the link. LinkDay lists them all until it is removed itself. */
async function listVisitorDays(linkId: number, signal: AbortSignal | undefined): Promise<Date[]> {
  if (signal?.aborted) return [];
  const days = await maintenanceDatabase().$queryRaw<{ day: Date }[]>`
    SELECT "day" FROM "LinkDay" d WHERE "linkId" = ${linkId} AND (
      (SELECT true FROM "DayVisitor" v WHERE v."day" = d."day" AND v."linkId" = d."linkId" LIMIT 1)
      OR (SELECT true FROM "LateVisitor" v WHERE v."linkId" = d."linkId" AND v."day" = d."day" LIMIT 1))`;
  return days.map(({ day }) => day);
}

interface Slice {
  table: "Click" | "DayVisitor" | "LateVisitor" | "LateDay" | "LinkDayLabel" | "LinkMonthLabel" | "UncountedVisit" | "LinkHour" | "LinkDay";
  rows: Prisma.Sql;
  order: "createdAt" | "visitor" | "day" | "month" | "hour";
}

type Position = Date | Uint8Array;

/** Subtracts removed rows from the totals in the same statement. Readers exclude deleted links anyway, so they see no difference. */
type FromTotals = Prisma.Sql;

const clicksFromHours: FromTotals = Prisma.sql`
  UPDATE "HourTotal" t SET "clicks" = t."clicks" - g."clicks" FROM gone g WHERE t."hour" = g."hour"`;
const clicksFromDays: FromTotals = Prisma.sql`
  INSERT INTO "DayTotal" AS t ("day", "slot", "clicks") SELECT "day", 0, -"clicks" FROM gone ORDER BY "day"
  ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`;
const botHitsFromDays: FromTotals = Prisma.sql`
  INSERT INTO "DayTotal" AS t ("day", "slot", "botHits")
  SELECT "day", 0, -sum("count") FROM gone WHERE "kind" = 'unfurler' GROUP BY "day" ORDER BY "day"
  ON CONFLICT ("day", "slot") DO UPDATE SET "botHits" = t."botHits" + excluded."botHits"`;

/**
 * Removes about `portion` rows after `after` and returns the last position, or null at the end. It waits for rows that
 * another instance is removing, so that everything up to that position is gone. The next portion continues from there and
 * skips dead rows that are not yet vacuumed.
 */
async function removeRows(writer: Writer, { table, rows, order }: Slice, after: Position | null, portion: number, totals?: FromTotals) {
  const [from, by] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${order}"`)];
  const rest = after === null ? rows : Prisma.sql`${rows} AND ${by} > ${literal(order, after)}`;
  const [last] = await writer.$queryRaw<{ until: Position }[]>`
    SELECT ${by} AS "until" FROM ${from} WHERE ${rest} ORDER BY ${by} OFFSET ${portion - 1} LIMIT 1`;
  const removal = Prisma.sql`DELETE FROM ${from} WHERE ${rest} AND ${last ? Prisma.sql`${by} <= ${literal(order, last.until)}` : Prisma.sql`true`}`;
  await writer.$executeRaw(totals ? Prisma.sql`WITH gone AS (${removal} RETURNING *) ${totals}` : removal);
  return last?.until ?? null;
}

type Writer = Pick<Prisma.TransactionClient, "$queryRaw" | "$executeRaw">;

function literal(order: Slice["order"], position: Position): Prisma.Sql {
  if (!(position instanceof Date)) return Prisma.sql`${position}::bytea`;
  return order === "day" || order === "month" ? Prisma.sql`${isoDate(position)}::date` : Prisma.sql`${position}::timestamptz`;
}

/** Pauses as long as each portion took, so that visitors of other links have priority. */
async function inPortions(remove: (after: Position | null) => Promise<Position | null>, signal: AbortSignal | undefined): Promise<void> {
  let after: Position | null = null;
  while (!signal?.aborted) {
    const from = performance.now();
    after = await remove(after);
    if (after === null) return;
    await sleep(performance.now() - from);
  }
}
