import { Prisma } from "../../database/generated/client";
import { clicksByLabel, dimensions } from "../query/dimensions";
import { absentLabel, type Filters, filterDimensions, filterNames } from "../query/query";
import { inScope, type Scope } from "../query/scope";
import { localDay, localDays, localHour } from "./local-days";
import type { StatisticsRequest } from "./read-rollups";

/** The common table expressions of `fromRollups`, or of `fromLocalDays`, counted from the raw clicks that pass the filters. */
export function fromClicks(scope: Scope, { dateRange, filters, breakdowns, recent, hours, topLinks = 0 }: StatisticsRequest): Prisma.Sql {
  const local = dateRange.timeZone === "UTC" ? null : localDays(dateRange, hours);
  const createdAt = Prisma.raw('"createdAt"');
  return Prisma.sql`
    ${local ? Prisma.sql`${local.bounds}, ` : Prisma.empty}scoped AS MATERIALIZED (
      SELECT *, ${local ? localHour(createdAt, local) : Prisma.sql`date_trunc('hour', "createdAt", 'UTC')`} AS "hour", ("createdAt" AT TIME ZONE 'UTC')::date AS "day"
      FROM "Click"
      WHERE ${isCounted(scope)} AND "createdAt" >= ${dateRange.since}::timestamptz AND "createdAt" < ${dateRange.until}::timestamptz AND ${passes(filters)}
    ), ${local ? Prisma.sql`parts` : Prisma.sql`days`} AS MATERIALIZED (
      ${perVisitor(Prisma.raw("scoped"), "day")}
    ), ${
      local
        ? Prisma.sql`days AS MATERIALIZED (
      SELECT ${localDay(createdAt, dateRange)} AS "day", count(*) AS "clicks", 0 AS "visitors" FROM scoped GROUP BY 1
    ), `
        : Prisma.empty
    }hours AS (
      ${perVisitor(Prisma.raw("scoped"), "hour", hours)}
    ), named AS MATERIALIZED (
      ${clicksByLabel(Prisma.raw("scoped"), breakdowns)}
    ), recent AS (
      SELECT * FROM scoped ORDER BY "createdAt" DESC, "id" DESC LIMIT ${recent}
    ), links AS (
      SELECT "linkId", count(*) AS "clicks" FROM scoped GROUP BY "linkId" ORDER BY 2 DESC, 1 LIMIT ${topLinks}
    )`;
}

/** Clicks and unique visitors by day or hour. Hashing visitors is much cheaper than sorting them for count(DISTINCT). */
export function perVisitor(clicks: Prisma.Sql, per: "day" | "hour", isWanted = true): Prisma.Sql {
  const start = Prisma.raw(`"${per}"`);
  return Prisma.sql`
    SELECT ${start}, sum("clicks") AS "clicks", count(*) AS "visitors" FROM (
      SELECT ${start}, "linkId", "visitor", count(*) AS "clicks" FROM ${clicks} WHERE ${isWanted} GROUP BY 1, 2, 3
    ) visitors GROUP BY 1`;
}

/** Raw clicks of links that are being removed no longer count. */
export function isCounted(scope: Scope): Prisma.Sql {
  return scope === "all" ? Prisma.sql`"linkId" NOT IN (SELECT "linkId" FROM "DeletedLink")` : inScope(scope);
}

export function passes(filters: Filters): Prisma.Sql {
  const conditions = filterNames.flatMap((name) => {
    const { is, isNot } = filters[name] ?? { is: [], isNot: [] };
    const label = Prisma.sql`coalesce(${dimensions[filterDimensions[name]].label}, ${absentLabel(name)})`;
    return [
      ...(is.length > 0 ? [Prisma.sql`${label} = ANY(${is}::text[])`] : []),
      ...(isNot.length > 0 ? [Prisma.sql`${label} <> ALL(${isNot}::text[])`] : []),
    ];
  });
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`TRUE`;
}
