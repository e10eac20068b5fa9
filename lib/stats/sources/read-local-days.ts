import { hourMs } from "../../core/day";
import { clicksWithin } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { clicksByLabel, dimensions } from "../query/dimensions";
import { linkIdsOf, type Scope } from "../query/scope";
import { isCounted, perVisitor } from "./count-raw-clicks";
import { clicksSince, dayNumber, isWithin, type LocalDays, localDay, localDays, localHour } from "./local-days";
import { judgedVisitors, pendingParts, unreadLabels } from "./pending";
import { aggregated, latestClicks, type StatisticsRequest } from "./read-rollups";

/**
 * The common table expressions of `fromRollups` for days of another time zone, and `parts`: clicks and unique visitors by
 * UTC day inside the range. Clicks by day are added up from hours. Labels and visitors are aggregated by UTC day, so the days
 * that the range cuts are counted from raw clicks. Where these are deleted, labels and visitors of cut days are missing.
 */
export function fromLocalDays(scope: Scope, request: StatisticsRequest): Prisma.Sql {
  const { dateRange, breakdowns, recent, recentOf, hours, topLinks = 0 } = request;
  const { since, until } = dateRange;
  const local = localDays(dateRange, hours);
  const { inside, edges, bounds } = local;
  const ids = breakdowns.map((name) => dimensions[name].id);
  const { own, days, labels } = aggregated(scope, inside, ids);
  const { hourly } = aggregated(scope, { since: new Date(Math.floor(since.getTime() / hourMs) * hourMs), until }, ids);
  const isInside = isWithin([inside]);
  return Prisma.sql`
    ${bounds}, ${pendingParts(scope, isWithin([dateRange]))}, ${judgedVisitors(Prisma.raw("pending"))}, cut AS MATERIALIZED (
      SELECT *, ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM ${clicksWithin(linkIdsOf(scope), edges)} k WHERE ${isCounted(scope)} AND ${isWithin(edges)}
    ), uncut AS MATERIALIZED (
      SELECT * FROM pending WHERE ${isInside}
    ), unread_inside AS MATERIALIZED (
      SELECT * FROM unread WHERE "hour" >= ${inside.since}::timestamptz AND "hour" < ${inside.until}::timestamptz
    ), own AS MATERIALIZED (
      ${own}
    ), parts AS MATERIALIZED (
      SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
        ${days}
        UNION ALL SELECT "day", count(*), 0 FROM uncut GROUP BY "day"
        UNION ALL SELECT "day", "clicks", 0 FROM unread_inside
        UNION ALL SELECT "day", 0, count(DISTINCT ("linkId", "visitor")) FROM judged
        WHERE "isNewOnDay" AND "hour" >= ${inside.since}::timestamptz AND "hour" < ${inside.until}::timestamptz GROUP BY "day"
        UNION ALL ${perVisitor(Prisma.raw("cut"), "day")}
      ) parts GROUP BY "day"
    ), hourly AS MATERIALIZED (
      SELECT "hour", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
        ${hourly}
        UNION ALL SELECT "hour", count(*), 0 FROM pending GROUP BY "hour"
        UNION ALL SELECT "hour", "clicks", 0 FROM unread
        UNION ALL SELECT "hour", 0, count(*) FROM judged WHERE "isNewInHour" GROUP BY "hour"
      ) parts GROUP BY "hour"
    ), days AS MATERIALIZED (
      ${local.isWholeHours ? daysOfHours(request) : daysOfParts(scope, request)}
    ), hours AS (
      ${local.isWholeHours ? Prisma.sql`SELECT * FROM hourly WHERE ${hours}` : hoursOfParts(scope, request, local)}
    ), named AS MATERIALIZED (
      SELECT "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (
        SELECT "dimension", "label", "detail", "clicks" FROM (${labels}) aggregated
        UNION ALL ${clicksByLabel(Prisma.raw("uncut"), breakdowns)}
        UNION ALL ${unreadLabels(breakdowns, "unread_inside")}
        UNION ALL ${clicksByLabel(Prisma.raw("cut"), breakdowns)}
      ) parts GROUP BY 1, 2, 3
    ), recent AS (
      ${latestClicks(recentOf ?? scope, recent)}
    ), links AS (
      SELECT "linkId", sum("clicks") AS "clicks" FROM (
        SELECT "linkId", "clicks" FROM own
        UNION ALL SELECT "linkId", count(*) FROM uncut GROUP BY "linkId"
        UNION ALL SELECT "linkId", "clicks" FROM unread_inside
        UNION ALL SELECT "linkId", count(*) FROM cut GROUP BY "linkId"
      ) parts WHERE "linkId" IS NOT NULL GROUP BY "linkId" ORDER BY 2 DESC, 1 LIMIT ${topLinks}
    )`;
}

const hour = Prisma.raw('"hour"');
const createdAt = Prisma.raw('"createdAt"');

function daysOfHours({ dateRange }: StatisticsRequest): Prisma.Sql {
  return Prisma.sql`SELECT ${localDay(hour, dateRange)} AS "day", sum("clicks") AS "clicks", 0 AS "visitors" FROM hourly GROUP BY 1`;
}

/** Hours in which a day begins are counted from raw clicks. Where these are deleted, all of such an hour belongs to the day before. */
function daysOfParts(scope: Scope, { dateRange }: StatisticsRequest): Prisma.Sql {
  const isCut = Prisma.sql`${dayNumber(hour)} < ${dayNumber(Prisma.sql`"hour" + interval '1 hour' - interval '1 microsecond'`)}`;
  const eachHour = { since: Prisma.raw('h."hour"'), until: Prisma.raw("(h.\"hour\" + interval '1 hour')") };
  return Prisma.sql`
    SELECT ${dateRange.from}::date + "number" - 1 AS "day", sum("clicks") AS "clicks", 0 AS "visitors" FROM (
      SELECT ${dayNumber(hour)} AS "number", "clicks" FROM hourly WHERE NOT (${isCut} AND "hour" >= ${clicksSince})
      UNION ALL
      SELECT ${dayNumber(createdAt)}, 1 FROM (
        SELECT DISTINCT date_trunc('hour', "at", 'UTC') AS "hour" FROM bounds, unnest("days") AS u("at")
        WHERE "at" <> date_trunc('hour', "at", 'UTC')
      ) h, LATERAL (
        SELECT "createdAt" FROM ${clicksWithin(linkIdsOf(scope), [eachHour])} k
        WHERE ${isCounted(scope)} AND "createdAt" >= h."hour" AND "createdAt" < h."hour" + interval '1 hour' AND h."hour" >= ${clicksSince} OFFSET 0
      ) c
    ) numbered WHERE "number" BETWEEN 1 AND ${dateRange.days} GROUP BY 1`;
}

/** Hours that begin within those of UTC are counted from raw clicks. Where these are deleted, an hour of UTC counts when it begins. */
function hoursOfParts(scope: Scope, { dateRange, hours }: StatisticsRequest, local: LocalDays): Prisma.Sql {
  if (!hours) return Prisma.sql`SELECT "hour", "clicks", "visitors" FROM hourly WHERE false`;
  return Prisma.sql`
    SELECT "hour", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
      ${perVisitor(
        Prisma.sql`(
          SELECT ${localHour(createdAt, local)} AS "hour", "linkId", "visitor" FROM ${clicksWithin(linkIdsOf(scope), [dateRange])} k
          WHERE ${isCounted(scope)} AND ${isWithin([dateRange])}
        ) c`,
        "hour",
      )}
      UNION ALL
      SELECT ${localHour(hour, local)}, "clicks", "visitors" FROM hourly WHERE "hour" >= ${dateRange.since}::timestamptz AND "hour" < ${clicksSince}
    ) parts GROUP BY "hour"`;
}
