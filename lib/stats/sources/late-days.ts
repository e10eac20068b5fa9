import { Prisma } from "../../database/generated/client";

/**
 * A late day lies before `visitorsSince`, and only a replayed journal brings clicks for it. DayVisitor no longer has its
 * visitors, so `prepare-late-days.ts` collects them in LateVisitor before such clicks are aggregated. Each function here
 * is an expression over a row `of` with the columns "linkId" and "day".
 */
export function isLate(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${of}."day" < (SELECT "visitorsSince" FROM "RollupState")`;
}

/** LateVisitor is complete up to this time; null if nothing was collected or the collection is outdated. */
function readUntil(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT l."readUntil" FROM "LateDay" l WHERE l."linkId" = ${of}."linkId" AND l."day" = ${of}."day" AND l."clicks" = ${aggregatedClicks(of)})`;
}

/** Whether LateVisitor has all counted visitors of the day. */
export function isPrepared(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(${readUntil(of)} >= ${endOf(of)}, false)`;
}

export function aggregatedClicks(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT k."clicks" FROM "LinkDay" k WHERE k."linkId" = ${of}."linkId" AND k."day" = ${of}."day"), 0)`;
}

/** A condition on a column: clicks of the day that LateVisitor does not cover yet. */
export function isUnread(column: Prisma.Sql, of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${column} > ${unreadAfter(of)} AND ${column} < ${endOf(of)}`;
}

export function unreadAfter(of: Prisma.Sql): Prisma.Sql {
  const before = Prisma.sql`${of}."day"::timestamp AT TIME ZONE 'UTC' - interval '1 millisecond'`;
  return Prisma.sql`greatest(${before}, ${readUntil(of)})`;
}

export function endOf(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${of}."day" + 1)::timestamp AT TIME ZONE 'UTC'`;
}

/** Rows ("batch", "linkId", "day") of ClickBatch that cannot be aggregated before the day is prepared. Deleted links need no preparation. */
export function unpreparedDays(): Prisma.Sql {
  const p = Prisma.raw("p");
  return Prisma.sql`
    SELECT p."batch", p."linkId", p."day" FROM (
      SELECT "batch", "linkId", ("firstClickedAt" AT TIME ZONE 'UTC')::date AS "day" FROM "PendingHour" OFFSET 0
    ) p
    WHERE ${isLate(p)} AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId") AND NOT ${isPrepared(p)}`;
}
