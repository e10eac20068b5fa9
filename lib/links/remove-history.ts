import { setTimeout as sleep } from "node:timers/promises";
import { isoDate } from "../core/day";
import { tryAggregationLock, withRemovalLock } from "../database/aggregation-lock";
import { database, maintenanceDatabase } from "../database/client";
import { awaitRecordings } from "../database/distributed";
import { Prisma } from "../database/generated/client";
import { countOf } from "../database/wide-counts";
import { ownPart } from "./links-part";

/** Links with so few clicks are removed together, up to so many at once. */
const fewClicks = 100;
const mostLinks = 100;

/** Pause after a try in which clicks were being aggregated. */
const busyMs = 100;

export const deletedLinks = Prisma.sql`SELECT FROM "DeletedLink"`;

/**
 * Removes the history of all deleted links, unless another instance does. `signal` interrupts it; a
 * later call resumes it.
 */
export async function removeLeftHistory(signal: AbortSignal): Promise<void> {
  for (let next = await nextLinks(); next.length > 0; next = await nextLinks()) {
    if (!(await removeHistory(next, signal))) return;
  }
}

/**
 * What is left to remove: deleted links, and about how many clicks. Those of the first link go from the
 * oldest on, and its hours last.
 */
export async function countLeftHistory(): Promise<{ links: number; clicks: number }> {
  const [first] = await database().$queryRaw<{ linkId: number }[]>`
    SELECT "linkId" FROM "DeletedLink" ORDER BY "linkId" LIMIT 1`;
  const id = first?.linkId ?? 0;
  const [oldest] = await database().$queryRaw<[{ at: Date | null }]>`
    SELECT min("createdAt") AS "at" FROM "Click" WHERE "linkId" = ${id}`;
  const [left] = await database().$queryRaw<[{ links: number; clicks: number }]>`
    SELECT count(DISTINCT g."linkId")::int AS "links", coalesce(sum(${countOf("clicks", "h")}), 0)::float8 AS "clicks"
    FROM "DeletedLink" g LEFT JOIN "LinkHour" h ON h."linkId" = g."linkId"
      AND (h."linkId" <> ${id} OR h."hour" > coalesce(${oldest.at}::timestamptz - interval '1 hour', 'infinity'))`;
  return left;
}

async function nextLinks(): Promise<number[]> {
  const links = await maintenanceDatabase().$queryRaw<{ linkId: number; isSmall: boolean }[]>`
    SELECT g."linkId", coalesce((SELECT sum(${countOf("clicks", "d")}) FROM "LinkDay" d WHERE d."linkId" = g."linkId"), 0) <= ${fewClicks} AS "isSmall"
    FROM (SELECT "linkId" FROM "DeletedLink" ORDER BY "linkId" LIMIT ${mostLinks}) g`;
  const small = links.filter(({ isSmall }) => isSmall);
  return (small.length > 0 ? small : links.slice(0, 1)).map(({ linkId }) => linkId);
}

/**
 * Removes everything recorded about deleted links. Each portion commits by itself and the rows of
 * DeletedLink go last, so the removal may be interrupted anywhere, and another instance may
 * continue. Returns whether it is complete: it ends early if another instance is at it.
 */
async function removeHistory(linkIds: readonly number[], signal: AbortSignal): Promise<boolean> {
  const removal = new Removal(signal);
  const ofLinks =
    linkIds.length === 1
      ? Prisma.sql`"linkId" = ${linkIds[0]}`
      : Prisma.sql`"linkId" = ANY(${linkIds}::int[])`;

  // A commit that began before the deletion may not have reached the clicks yet.
  await awaitRecordings(maintenanceDatabase());
  await removal.remove({ table: "Click", rows: ofLinks, order: "createdAt" });
  // An aggregation that started before the deletion may still write. Later ones see that the links
  // are gone.
  await removal.inTurn(async () => true, { isApart: true });
  await removal.remove({ table: "SetAsideClick", rows: ofLinks, order: "createdAt" });
  const days = await removal.inTurn((transaction) => listVisitorDays(transaction, ofLinks));
  for (const day of days ?? []) {
    const rows = Prisma.sql`"day" = ${isoDate(day)}::date AND ${ofLinks}`;
    await removal.remove({ table: "DayVisitor", rows, order: "visitor" });
  }
  await removal.remove({ table: "LinkDayLabel", rows: ofLinks, order: "day" });
  await removal.remove({ table: "LinkMonthLabel", rows: ofLinks, order: "month" });
  await removal.remove({
    table: "UncountedVisit",
    rows: ofLinks,
    order: "day",
    totals: botHitsFromDays,
  });
  await removal.remove({
    table: "LinkHour",
    rows: ofLinks,
    order: "hour",
    totals: clicksFromHours,
  });
  await removal.remove({ table: "LinkDay", rows: ofLinks, order: "day", totals: clicksFromDays });
  const noted = await removal.inTurn(async (transaction) => {
    const where = { linkId: { in: [...linkIds] } };
    await transaction.linkBotHits.deleteMany({ where });
    await transaction.setAside.deleteMany({ where });
    return transaction.deletedLink.deleteMany({ where });
  });
  return noted !== null;
}

/** Days with visitors of the links. LinkDay lists them all until it is removed itself. */
async function listVisitorDays(
  reader: Prisma.TransactionClient,
  ofLinks: Prisma.Sql,
): Promise<Date[]> {
  const days = await reader.$queryRaw<{ day: Date }[]>`
    SELECT DISTINCT "day" FROM "LinkDay" d
    WHERE ${ofLinks} AND (SELECT true FROM "DayVisitor" v WHERE v."day" = d."day" AND v."linkId" = d."linkId" LIMIT 1)`;
  return days.map(({ day }) => day);
}

/**
 * Works until its signal is aborted or another instance is at work. From then on it does nothing.
 */
class Removal {
  private isElsewhere = false;
  /** How long the last try took. */
  private tookMs = 0;

  constructor(private readonly signal: AbortSignal) {}

  private get isOver(): boolean {
    return this.isElsewhere || this.signal.aborted;
  }

  /**
   * The result of `work` in a transaction, while no other instance removes anything. Null if it is
   * over. If `isApart`, nobody aggregates clicks meanwhile: it tries again until nobody does,
   * because waiting for the lock would take a connection from others.
   */
  async inTurn<T>(
    work: (transaction: Prisma.TransactionClient) => Promise<T>,
    { isApart = false } = {},
  ): Promise<T | null> {
    while (!this.isOver) {
      const from = performance.now();
      const done = await withRemovalLock(async (transaction) => {
        if (isApart && !(await tryAggregationLock(transaction))) return "busy";
        return { result: await work(transaction) };
      });
      this.tookMs = performance.now() - from;
      this.isElsewhere = done === null;
      if (done !== "busy") return done?.result ?? null;
      await sleep(busyMs, undefined, { signal: this.signal }).catch(() => {});
    }
    return null;
  }

  /**
   * Removes in portions. Pauses as long as each took, so that visitors of other links have
   * priority.
   */
  async remove(slice: Slice): Promise<void> {
    let after: Position | null = null;
    do {
      const portion = (rows: number) =>
        this.inTurn((transaction) => removeRows(transaction, slice, after, rows), {
          isApart: slice.totals !== undefined,
        });
      after = await ownPart().removalPortion.run(portion);
      if (after !== null) await sleep(this.tookMs);
    } while (after !== null);
  }
}

interface Slice {
  table:
    | "Click"
    | "SetAsideClick"
    | "DayVisitor"
    | "LinkDayLabel"
    | "LinkMonthLabel"
    | "UncountedVisit"
    | "LinkHour"
    | "LinkDay";
  rows: Prisma.Sql;
  order: "createdAt" | "visitor" | "day" | "month" | "hour";
  totals?: FromTotals;
}

type Position = Date | Uint8Array;

/**
 * Subtracts removed rows from the totals in the same statement. Readers exclude deleted links
 * anyway, so they see no difference.
 */
type FromTotals = Prisma.Sql;

const clicksFromHours: FromTotals = Prisma.sql`
  UPDATE "HourTotal" t SET "clicks" = t."clicks" - g."clicks" 
  FROM (SELECT "hour", sum(${countOf("clicks")}) AS "clicks" FROM gone GROUP BY 1) g WHERE t."hour" = g."hour"`;
const clicksFromDays: FromTotals = Prisma.sql`
  INSERT INTO "DayTotal" AS t ("day", "slot", "clicks") SELECT "day", 0, -sum(${countOf("clicks")}) FROM gone GROUP BY "day" ORDER BY "day"
  ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`;
const botHitsFromDays: FromTotals = Prisma.sql`
  INSERT INTO "DayTotal" AS t ("day", "slot", "botHits")
  SELECT "day", 0, -sum("count") FROM gone WHERE "kind" = 'unfurler' GROUP BY "day" ORDER BY "day"
  ON CONFLICT ("day", "slot") DO UPDATE SET "botHits" = t."botHits" + excluded."botHits"`;

/**
 * Removes about `portion` rows after `after` and returns the last position, or null at the end. The
 * next portion continues from there and skips dead rows that are not yet vacuumed.
 */
async function removeRows(
  writer: Prisma.TransactionClient,
  { table, rows, order, totals }: Slice,
  after: Position | null,
  portion: number,
) {
  const [from, by] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${order}"`)];
  const rest = after === null ? rows : Prisma.sql`${rows} AND ${by} > ${literal(order, after)}`;
  const [last] = await writer.$queryRaw<{ until: Position }[]>`
    SELECT ${by} AS "until" FROM ${from} WHERE ${rest} ORDER BY ${by} OFFSET ${portion - 1} LIMIT 1`;
  const removal = Prisma.sql`DELETE FROM ${from} WHERE ${rest} AND ${last ? Prisma.sql`${by} <= ${literal(order, last.until)}` : Prisma.sql`true`}`;
  await writer.$executeRaw(
    totals ? Prisma.sql`WITH gone AS (${removal} RETURNING *) ${totals}` : removal,
  );
  return last?.until ?? null;
}

function literal(order: Slice["order"], position: Position): Prisma.Sql {
  if (!(position instanceof Date)) return Prisma.sql`${position}::bytea`;
  return order === "day" || order === "month"
    ? Prisma.sql`${isoDate(position)}::date`
    : Prisma.sql`${position}::timestamptz`;
}
