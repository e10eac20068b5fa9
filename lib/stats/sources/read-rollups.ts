import type { DateRange, Span } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { latestOf } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { clicksByLabel, type DimensionName, dimensions } from "../query/dimensions";
import type { Filters } from "../query/query";
import { inScope, type LinkScope, type Scope } from "../query/scope";
import { aggregatedLabels } from "./aggregated-labels";
import { judgedVisitors, pendingParts, unreadLabels } from "./pending";
import type { SettledSums } from "./settled-sums";
import { totalDays, totalHours, totalLabels } from "./totals";

export interface StatisticsRequest {
  dateRange: DateRange;
  filters: Filters;
  breakdowns: readonly DimensionName[];
  labelLimit: number;
  /** Labels of the breakdowns that are listed beyond the limit, too. */
  always?: readonly { label: string; detail: string }[];
  /** Number of recent clicks: all-time, or of the filtered date range. */
  recent: number;
  /** The links that can have them, if not all of the scope. Over all links the caller must know them. */
  recentOf?: LinkScope;
  hours: boolean;
  /** Number of links with the most clicks. Over all links they have no roll-ups: see `rankLinksInRange`. */
  topLinks?: number;
}

/**
 * Common table expressions days, hours, named, recent, links and unread, from roll-ups and pending clicks. `settled` has the roll-ups of
 * earlier days; then `links` are all links with later clicks.
 */
export function fromRollups(scope: Scope, request: StatisticsRequest, settled: SettledSums | null = null): Prisma.Sql {
  const { dateRange, breakdowns, recent, recentOf, hours, topLinks = 0 } = request;
  const { since, until } = dateRange;
  const { own, days, hourly, labels } = aggregated(
    scope,
    dateRange,
    breakdowns.map((name) => dimensions[name].id),
    settled,
  );
  return Prisma.sql`
    ${pendingParts(scope, Prisma.sql`"createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz`)}, ${judgedVisitors(Prisma.raw("pending"))}, own AS MATERIALIZED (
      ${own}
    ), days AS MATERIALIZED (
      SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
        ${days}
        UNION ALL SELECT "day", count(*), 0 FROM pending GROUP BY "day"
        UNION ALL SELECT "day", "clicks", 0 FROM unread
        UNION ALL SELECT "day", 0, count(DISTINCT ("linkId", "visitor")) FROM judged WHERE "isNewOnDay" GROUP BY "day"
      ) parts GROUP BY "day"
    ), hours AS (
      SELECT "hour", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
        ${hourly}
        UNION ALL SELECT "hour", count(*), 0 FROM pending GROUP BY "hour"
        UNION ALL SELECT "hour", "clicks", 0 FROM unread
        UNION ALL SELECT "hour", 0, count(*) FROM judged WHERE "isNewInHour" GROUP BY "hour"
      ) parts WHERE ${hours} GROUP BY "hour"
    ), named AS MATERIALIZED (
      SELECT "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (
        SELECT "dimension", "label", "detail", "clicks" FROM (${labels}) aggregated
        UNION ALL ${clicksByLabel(Prisma.raw("pending"), breakdowns)}
        UNION ALL ${unreadLabels(breakdowns)}
      ) parts GROUP BY 1, 2, 3
    ), recent AS (
      ${latestClicks(recentOf ?? scope, recent)}
    ), links AS (
      SELECT "linkId", sum("clicks") AS "clicks" FROM (
        SELECT "linkId", "clicks" FROM own
        UNION ALL SELECT "linkId", count(*) FROM pending GROUP BY "linkId"
        UNION ALL SELECT "linkId", "clicks" FROM unread
      ) parts WHERE "linkId" IS NOT NULL GROUP BY "linkId" ORDER BY 2 DESC, 1 LIMIT ${settled ? null : topLinks}::bigint
    )`;
}

/**
 * Queries of what is aggregated: `own` (linkId, day, clicks, visitors), and from it `days` (day, clicks, visitors); `hourly`
 * (hour, clicks, visitors) and `labels` (dimension, label, detail, clicks).
 */
export function aggregated(scope: Scope, dateRange: Span, ids: readonly number[], settled: SettledSums | null = null) {
  const { since, until } = dateRange;
  const isWanted = Prisma.sql`"dimension" = ANY(${ids}::smallint[])`;
  if (scope === "all") {
    return {
      own: Prisma.sql`SELECT NULL::int AS "linkId", * FROM (${totalDays(dateRange)}) totals`,
      days: fromOwn,
      hourly: totalHours(dateRange),
      labels: totalLabels(dateRange, isWanted),
    };
  }
  const within = inScope(scope);
  const live = { ...dateRange, since: settled?.until ?? since };
  const [days, labels] = settled ? settledRows(settled, isWanted) : [Prisma.empty, Prisma.empty];
  return {
    own: Prisma.sql`
      SELECT "linkId", "day", "clicks", "visitors" FROM "LinkDay"
      WHERE ${within} AND "day" >= ${isoDate(live.since)}::date AND "day" < ${isoDate(until)}::date`,
    days: Prisma.sql`${fromOwn}${days}`,
    hourly: Prisma.sql`
      SELECT "hour", "clicks", "visitors" FROM "LinkHour" WHERE ${within} AND "hour" >= ${since}::timestamptz AND "hour" < ${until}::timestamptz`,
    labels: Prisma.sql`SELECT "dimension", "label", "detail", "clicks" FROM (${aggregatedLabels(live, Prisma.sql`${within} AND ${isWanted}`)}) live${labels}`,
  };
}

const fromOwn = Prisma.raw('SELECT "day", "clicks", "visitors" FROM own');

function settledRows({ days, labels }: SettledSums, isWanted: Prisma.Sql): [days: Prisma.Sql, labels: Prisma.Sql] {
  return [
    Prisma.sql` UNION ALL SELECT (e->>0)::date, (e->>1)::bigint, (e->>2)::bigint FROM json_array_elements(${days}::json) e`,
    Prisma.sql`
      UNION ALL SELECT * FROM (
        SELECT (e->>0)::smallint AS "dimension", e->>1, e->>2, (e->>3)::bigint FROM json_array_elements(${labels}::json) e
      ) settled WHERE ${isWanted}`,
  ];
}

/** Only the links with the latest last click can have the latest clicks. */
export function latestClicks(scope: Scope, limit: number): Prisma.Sql {
  const order = Prisma.raw('"createdAt" DESC, "id" DESC');
  const clicks = (link: Prisma.Sql) => latestOf(link, limit);
  if (scope === "all") return Prisma.sql`SELECT * FROM ${clicks(Prisma.raw("NULL"))} k WHERE false`;
  if (scope.linkIds.length === 1)
    return Prisma.sql`SELECT * FROM ${clicks(Prisma.sql`${scope.linkIds[0]}`)} k WHERE ${inScope(scope)} ORDER BY ${order} LIMIT ${limit}`;
  return Prisma.sql`
    SELECT c.* FROM (
      SELECT "linkId" FROM "LinkTotals" WHERE ${inScope(scope)} AND "lastClickedAt" IS NOT NULL ORDER BY "lastClickedAt" DESC LIMIT ${limit}
    ) l, LATERAL (SELECT * FROM ${clicks(Prisma.raw('l."linkId"'))} k WHERE k."linkId" = l."linkId" ORDER BY ${order} LIMIT ${limit}) c
    ORDER BY ${order} LIMIT ${limit}`;
}
