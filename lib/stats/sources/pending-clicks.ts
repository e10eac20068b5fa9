import type { Span } from "../../core/date-range";
import { isStatementTimeout } from "../../database/database-errors";
import { clicksInSpans, storedColumns } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { ownPart } from "../own-part";
import { idsOf, otherLabel } from "../query/dimensions";
import { inScope, type StatementScope } from "../query/scope";
import { labelsOf } from "./raw-clicks";
import { isWithin, type Source, type Tables } from "./source";

/**
 * Ranges this close together are merged: reading the rows between them costs less than another
 * index look-up.
 */
const gap = Prisma.raw("interval '5 seconds'");

/**
 * A query (all columns of Click, hour, day) of the clicks in pending batches that are not packed. `batches`: rows of
 * ClickBatch. `condition` filters their entries ("linkId", "firstClickedAt", "lastClickedAt").
 * Deleted links are skipped.
 *
 * A link's clicks are found by time, many batches at once.
 */
export function clicksOfBatches(batches: Prisma.Sql, condition = Prisma.sql`true`): Prisma.Sql {
  const spans = Prisma.sql`
      SELECT "linkId", unnest(range_agg(tstzrange("firstClickedAt", "lastClickedAt" + ${gap}, '[]'))) AS "span"
      FROM (${batches}) b, unnest(b."linkIds", b."firstClickedAts", b."lastClickedAts") AS u("linkId", "firstClickedAt", "lastClickedAt")
      WHERE ${condition} GROUP BY "linkId"`;
  const count = Prisma.sql`
      SELECT sum(p."clicks") FROM (${batches}) b, unnest(b."linkIds", b."clicks", b."firstClickedAts", b."lastClickedAts")
        AS p("linkId", "clicks", "firstClickedAt", "lastClickedAt")
      WHERE ${condition} AND ${isLive(Prisma.sql`p."linkId"`)}`;
  return withTimes(
    clicksInSpans({ spans, isLive, ids: Prisma.sql`SELECT "id" FROM (${batches}) b`, count }),
  );
}

const isLive = (linkId: Prisma.Sql) =>
  Prisma.sql`(SELECT true FROM "LinkCounter" l WHERE l."linkId" = ${linkId})`;

function withTimes(clicks: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${storedColumns}, date_trunc('hour', c."createdAt", 'UTC') AS "hour", (c."createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM (${clicks}) c`;
}

/**
 * A query (linkId, day, hour, visitor, bit, hours, isNewOnDay, isNewInHour): which visitors of
 * these `clicks`, rows of `clicksOfBatches`, are new in their hour or on their day. The aggregation
 * and all readers of pending clicks share it, so that both count alike.
 *
 * A scalar subquery forces index look-ups in DayVisitor, whatever the planner estimates for a table
 * whose size changes constantly.
 */
export function judgedVisitors(clicks: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT *, "hours" IS NULL AS "isNewOnDay", coalesce("hours", 0) & "bit" = 0 AS "isNewInHour" FROM (
      SELECT s.*, 1 << extract(hour FROM s."hour" AT TIME ZONE 'UTC')::int AS "bit",
             (SELECT v."hours" FROM "DayVisitor" v WHERE v."day" = s."day" AND v."linkId" = s."linkId" AND v."visitor" = s."visitor") AS "hours"
      FROM (SELECT DISTINCT "linkId", "day", "hour", "visitor" FROM ${clicks}) s OFFSET 0
    ) met`;
}

/**
 * How many pending clicks a report reads. With different labels in each click, more would take
 * longer than a report may; with ordinary ones reports are fast, and the limit grows.
 */
export class ReadLimit {
  clicks = 10_000;

  /**
   * Runs a report that returns how many pending clicks it read, and how many were beyond the limit.
   * Only one that read about as many as it may tells how long more would take: a batch is read as a
   * whole or not at all. A page runs several reports at once, on few cores.
   */
  async run<T extends { read: number; unread: number }>(report: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const limit = this.clicks;
    try {
      const result = await report();
      const tookMs = performance.now() - from;
      if (tookMs > 2_000) this.clicks = Math.max(1_000, limit >> 1);
      else if (tookMs < 250 && result.unread > 0 && 2 * result.read > limit)
        this.clicks = Math.min(2 * limit, 200_000);
      return result;
    } catch (error) {
      if (isStatementTimeout(error)) this.clicks = Math.max(1_000, limit >> 2);
      throw error;
    }
  }
}

export function readLimit(): ReadLimit {
  return ownPart().readLimit;
}

interface PendingClicks {
  /** Those of UTC days inside the span; of all of it by default. */
  within(days?: Span): Source;
  /** How many were read. */
  read(): Prisma.Sql;
  /** How many are beyond the read limit, which is only if the aggregation is far behind. */
  unread(): Prisma.Sql;
}

interface Options {
  /** Visitors are counted by default, which costs most. */
  of?: "clicks" | "labels";
  /**
   * Clicks beyond the read limit have no labels. Otherwise their label in each dimension is Other.
   */
  isUnreadApart?: boolean;
}

/**
 * Clicks of a span in pending batches. Clicks beyond the read limit count, but have no visitors
 * yet.
 */
export function pendingClicks(
  tables: Tables,
  scope: StatementScope,
  span: Span,
  { of, isUnreadApart = false }: Options = {},
): PendingClicks {
  const own =
    scope === "all"
      ? Prisma.raw('"size"')
      : Prisma.sql`(SELECT coalesce(sum("clicks"), 0) FROM unnest("linkIds", "clicks") AS u("linkId", "clicks") WHERE ${inScope(scope)})`;
  const batches = tables.table(
    "batches",
    () => Prisma.sql`
      SELECT "id" FROM (
        SELECT "id", "own", sum("own") OVER (ORDER BY "own", "id") AS "total" FROM (SELECT "id", ${own} AS "own" FROM "PendingBatch") b WHERE "own" > 0
      ) b WHERE "total" <= ${readLimit().clicks}`,
  );
  const clicks = tables.table("pending", () => {
    const isRead = Prisma.sql`IN (SELECT "id" FROM ${batches()})`;
    const read = clicksOfBatches(
      Prisma.sql`SELECT * FROM "ClickBatch" WHERE "id" ${isRead}`,
      inScope(scope),
    );
    const packed = withTimes(Prisma.sql`
      SELECT * FROM "PackedClick" WHERE "batch" ${isRead} AND ${inScope(scope)}`);
    return Prisma.sql`SELECT * FROM (${read} UNION ALL ${packed}) p WHERE ${isWithin("createdAt", span)}`;
  });
  const unread = tables.table(
    "unread",
    () => Prisma.sql`
      SELECT "linkId", date_trunc('hour', "firstClickedAt", 'UTC') AS "hour", ("firstClickedAt" AT TIME ZONE 'UTC')::date AS "day", "clicks" FROM (
        SELECT "linkId", "firstClickedAt", "clicks" FROM "PendingHour" WHERE NOT "batch" IN (SELECT "id" FROM ${batches()}) AND ${inScope(scope)} OFFSET 0
      ) p WHERE ${isWithin("firstClickedAt", span)} AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")`,
  );
  const counted = tables.table(
    "counted",
    () => Prisma.sql`
      SELECT "linkId", "day", "hour", 1 AS "clicks" FROM ${clicks()} UNION ALL SELECT "linkId", "day", "hour", "clicks" FROM ${unread()}`,
  );
  const judged = tables.table("judged", () => judgedVisitors(clicks()));
  const within = (days?: Span): Source => {
    const isInside = days ? isWithin("hour", days) : Prisma.sql`true`;
    const rows = (start: "day" | "hour", isNew: string) => {
      const key = Prisma.raw(`"linkId", "${start}"`);
      const visitors = Prisma.sql`
        UNION ALL SELECT ${key}, 0, 1 FROM (SELECT DISTINCT ${key}, "visitor" FROM ${judged()} WHERE ${Prisma.raw(isNew)} AND ${isInside}) v`;
      return Prisma.sql`SELECT ${key}, "clicks", 0 AS "visitors" FROM ${counted()} WHERE ${isInside} ${of ? Prisma.empty : visitors}`;
    };
    return {
      days: () => rows("day", '"isNewOnDay"'),
      hours: () => rows("hour", '"isNewInHour"'),
      labels: (wanted) => Prisma.sql`
        ${labelsOf(Prisma.sql`(SELECT * FROM ${clicks()} WHERE ${isInside}) p`, wanted)}
        UNION ALL SELECT "linkId", "day", d."dimension", ${otherLabel}, "otherDetail"(d."dimension"), "clicks"
        FROM ${unread()}, unnest(${idsOf(wanted.dimensions)}::smallint[]) AS d("dimension") WHERE ${isInside} AND ${!isUnreadApart}`,
      links: () => Prisma.sql`SELECT "linkId", "clicks" FROM ${counted()} WHERE ${isInside}`,
    };
  };
  return {
    within,
    read: () => Prisma.sql`(SELECT count(*)::float8 FROM ${clicks()})`,
    unread: () => Prisma.sql`(SELECT coalesce(sum("clicks"), 0)::float8 FROM ${unread()})`,
  };
}
