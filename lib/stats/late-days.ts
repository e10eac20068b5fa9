import { Prisma } from "../database/generated/client";

/**
 * Days before `visitorsSince`, of which only a journal that is replayed late brings clicks. DayVisitor has forgotten their
 * visitors: before such clicks are aggregated, `prepare-late-days.ts` gathers the visitors of the link and day in LateVisitor.
 * Each of these is an expression over a row `of` with the columns "linkId" and "day".
 */
export function isLate(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${of}."day" < (SELECT "visitorsSince" FROM "RollupState")`;
}

/** Up to when LateVisitor has everyone who was counted; null when nothing was gathered, or what was gathered is void. */
export function readUntil(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT l."readUntil" FROM "LateDay" l WHERE l."linkId" = ${of}."linkId" AND l."day" = ${of}."day" AND l."clicks" = ${aggregatedClicks(of)})`;
}

/** Whether LateVisitor has everyone who was counted on the day. */
export function isPrepared(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(${readUntil(of)} >= ${endOf(of)}, false)`;
}

export function aggregatedClicks(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT k."clicks" FROM "LinkDay" k WHERE k."linkId" = ${of}."linkId" AND k."day" = ${of}."day"), 0)`;
}

/** The condition on a column: clicks of the day that LateVisitor does not cover. */
export function isUnread(column: Prisma.Sql, of: Prisma.Sql): Prisma.Sql {
  const before = Prisma.sql`${of}."day"::timestamp AT TIME ZONE 'UTC' - interval '1 millisecond'`;
  return Prisma.sql`${column} > greatest(${before}, ${readUntil(of)}) AND ${column} < ${endOf(of)}`;
}

export function endOf(of: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${of}."day" + 1)::timestamp AT TIME ZONE 'UTC'`;
}

/** Rows ("batch", "linkId", "day") of ClickBatch that cannot be aggregated before the day is prepared. Links that are gone need nothing. */
export function unpreparedDays(): Prisma.Sql {
  const p = Prisma.raw("p");
  return Prisma.sql`
    SELECT p."batch", p."linkId", p."day" FROM (
      SELECT "batch", "linkId", ("firstClickedAt" AT TIME ZONE 'UTC')::date AS "day" FROM "PendingHour" OFFSET 0
    ) p
    WHERE ${isLate(p)} AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId") AND NOT ${isPrepared(p)}`;
}
