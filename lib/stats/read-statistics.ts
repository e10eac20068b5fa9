import type { DateRange } from "../core/date-range";
import { isoDate } from "../core/day";
import { Prisma } from "../database/generated/client";
import { aggregatedLabels } from "./aggregated-labels";
import type { ClickRecord } from "./click-record";
import { type DimensionName, dimensions, isPair, labelRows } from "./dimensions";
import { judgedVisitors, pendingClicks } from "./pending";
import { absentLabel, type Filters, filterDimensions, filterNames, hasFilters } from "./query";
import type { Counts } from "./series";

/** One link's statistics, read in one statement and so from one snapshot. */
interface StatisticsRequest {
  dateRange: DateRange;
  filters: Filters;
  breakdowns: readonly DimensionName[];
  labelLimit: number;
  /** Number of recent clicks: all-time, or of the filtered date range. */
  recent: number;
  hours: boolean;
  /** Counts raw clicks also without filters. */
  isRaw?: boolean;
}

export interface LabelCount {
  label: string;
  /** The country of a region or city (null if unknown), or the second tag of a pair. */
  detail: string | null;
  count: number;
}

export interface LinkCounts {
  days: Counts;
  hours: Counts;
  breakdowns: Map<DimensionName, LabelCount[]>;
  recentClicks: ClickRecord[];
  /** Raw clicks before this instant are deleted (ISO 8601); null while all are kept. */
  clicksSince: string | null;
}

interface Row {
  days: [ms: number, clicks: number, visitors: number][];
  hours: [ms: number, clicks: number, visitors: number][];
  labels: { dimension: number; label: string; detail: string; count: number }[];
  recent: (Omit<ClickRecord, "createdAt"> & { ms: number })[];
  clicksSince: Date | null;
}

/** Runs raw queries: the client or a transaction. */
export type Reader = Pick<Prisma.TransactionClient, "$queryRaw">;

export async function readStatistics(reader: Reader, linkId: number, request: StatisticsRequest): Promise<LinkCounts> {
  const source = request.isRaw || hasFilters(request.filters) ? fromClicks(linkId, request) : fromRollups(linkId, request);
  const [row] = await reader.$queryRaw<[Row]>`
    WITH ${source}, wanted AS (
      SELECT * FROM (VALUES ${Prisma.join(wantedRows(request.breakdowns))}) AS w("dimension", "absent", "detail")
    ), missing AS (
      -- Clicks without a label have no rows.
      SELECT w."dimension", w."absent" AS "label", w."detail",
             (SELECT coalesce(sum("clicks"), 0) FROM days) - coalesce((SELECT sum(n."clicks") FROM named n WHERE n."dimension" = w."dimension"), 0) AS "clicks"
      FROM wanted w
    ), ranked AS (
      SELECT "dimension", "label", "detail", sum("clicks") AS "clicks",
             row_number() OVER (PARTITION BY "dimension" ORDER BY sum("clicks") DESC, "label" COLLATE "C", "detail" COLLATE "C") AS "rank"
      FROM (
        SELECT "dimension", coalesce(nullif("label", ''), 'None') AS "label",
               CASE WHEN ${isPair} THEN coalesce(nullif("detail", ''), 'None') ELSE "detail" END AS "detail", "clicks" FROM named
        UNION ALL
        SELECT * FROM missing WHERE "clicks" > 0
      ) counted
      GROUP BY "dimension", "label", "detail"
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_array(extract(epoch FROM "day"::timestamp) * 1000, "clicks", "visitors")), '[]') FROM days) AS "days",
      (SELECT coalesce(json_agg(json_build_array(extract(epoch FROM "hour") * 1000, "clicks", "visitors")), '[]') FROM hours) AS "hours",
      (SELECT coalesce(json_agg(json_build_object('dimension', "dimension", 'label', "label", 'detail', "detail", 'count', "clicks") ORDER BY "rank"), '[]')
       FROM ranked WHERE "rank" <= ${request.labelLimit}) AS "labels",
      (SELECT coalesce(json_agg(json_build_object(
         'ms', round(extract(epoch FROM "createdAt") * 1000), 'referrer', coalesce("referrer", 'Direct'), 'country', "country",
         'region', "region", 'city', "city", 'device', "device", 'browser', "browser", 'os', "os", 'locale', "locale",
         'utmSource', "utmSource", 'utmMedium', "utmMedium", 'utmCampaign', "utmCampaign")
         ORDER BY "createdAt" DESC, "id" DESC), '[]') FROM recent) AS "recent",
      (SELECT "clicksSince" FROM "RollupState") AS "clicksSince"`;
  return toCounts(row, request.breakdowns);
}

function toCounts(row: Row, names: readonly DimensionName[]): LinkCounts {
  const toCountMap = (rows: Row["days"]): Counts => new Map(rows.map(([ms, clicks, uniqueVisitors]) => [ms, { clicks, uniqueVisitors }]));
  const labelsOf = (name: DimensionName) =>
    row.labels
      .filter(({ dimension }) => dimension === dimensions[name].id)
      .map(({ label, detail, count }) => ({ label, detail: detail || null, count }));
  return {
    days: toCountMap(row.days),
    hours: toCountMap(row.hours),
    breakdowns: new Map(names.map((name) => [name, labelsOf(name)])),
    recentClicks: row.recent.map(({ ms, ...rest }) => ({ createdAt: new Date(ms).toISOString(), ...rest })),
    clicksSince: row.clicksSince?.toISOString() ?? null,
  };
}

function wantedRows(names: readonly DimensionName[]): Prisma.Sql[] {
  const rows = names.map((name) => {
    const { id, absent, isPair: hasDetail } = dimensions[name];
    return Prisma.sql`(${Prisma.raw(String(id))}::smallint, ${Prisma.raw(`'${absent}'`)}, ${Prisma.raw(hasDetail ? `'${absent}'` : "''")})`;
  });
  return rows.length > 0 ? rows : [Prisma.sql`(NULL::smallint, '', '')`];
}

/** Common table expressions days, hours, named and recent, from roll-ups and pending clicks. */
function fromRollups(linkId: number, { dateRange, breakdowns, recent, hours }: StatisticsRequest): Prisma.Sql {
  const { since, until } = dateRange;
  const ids = breakdowns.map((name) => dimensions[name].id);
  const labelled =
    breakdowns.length > 0
      ? Prisma.sql`SELECT "dimension", "label", "detail", count(*) AS "clicks" FROM pending, LATERAL ${labelRows(breakdowns)} WHERE "label" IS NOT NULL GROUP BY 1, 2, 3`
      : Prisma.sql`SELECT NULL::smallint, '', '', 0 WHERE false`;
  return Prisma.sql`
    pending AS MATERIALIZED (
      SELECT * FROM (${pendingClicks(Prisma.sql`SELECT * FROM "ClickBatch"`, Prisma.sql`"linkId" = ${linkId}`)}) p
      WHERE "createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz
    ), ${judgedVisitors(Prisma.raw("pending"))}, days AS MATERIALIZED (
      SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
        SELECT "day", "clicks", "visitors" FROM "LinkDay" WHERE "linkId" = ${linkId} AND "day" >= ${isoDate(since)}::date AND "day" < ${isoDate(until)}::date
        UNION ALL SELECT "day", count(*), 0 FROM pending GROUP BY "day"
        UNION ALL SELECT "day", 0, count(DISTINCT "visitor") FROM judged WHERE "isNewOnDay" GROUP BY "day"
      ) parts GROUP BY "day"
    ), hours AS (
      SELECT "hour", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
        SELECT "hour", "clicks", "visitors" FROM "LinkHour" WHERE "linkId" = ${linkId} AND "hour" >= ${since}::timestamptz AND "hour" < ${until}::timestamptz
        UNION ALL SELECT "hour", count(*), 0 FROM pending GROUP BY "hour"
        UNION ALL SELECT "hour", 0, count(*) FROM judged WHERE "isNewInHour" GROUP BY "hour"
      ) parts WHERE ${hours} GROUP BY "hour"
    ), named AS MATERIALIZED (
      SELECT "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (
        SELECT "dimension", "label", "detail", "clicks"
        FROM (${aggregatedLabels(dateRange, Prisma.sql`"linkId" = ${linkId} AND "dimension" = ANY(${ids}::smallint[])`)}) aggregated
        UNION ALL
        ${labelled}
      ) parts GROUP BY 1, 2, 3
    ), recent AS (
      SELECT * FROM "Click" WHERE "linkId" = ${linkId} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${recent}
    )`;
}

/** The same common table expressions, counted from the raw clicks that pass the filters. */
function fromClicks(linkId: number, { dateRange, filters, breakdowns, recent, hours }: StatisticsRequest): Prisma.Sql {
  const labelled =
    breakdowns.length > 0
      ? Prisma.sql`SELECT "dimension", "label", "detail", count(*) AS "clicks" FROM scoped, LATERAL ${labelRows(breakdowns)} WHERE "label" IS NOT NULL GROUP BY 1, 2, 3`
      : Prisma.sql`SELECT NULL::smallint AS "dimension", '' AS "label", '' AS "detail", 0 AS "clicks" WHERE false`;
  return Prisma.sql`
    scoped AS MATERIALIZED (
      SELECT *, date_trunc('hour', "createdAt", 'UTC') AS "hour", ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM "Click"
      WHERE "linkId" = ${linkId} AND "createdAt" >= ${dateRange.since}::timestamptz AND "createdAt" < ${dateRange.until}::timestamptz AND ${passes(filters)}
    ), days AS MATERIALIZED (
      SELECT "day", count(*) AS "clicks", count(DISTINCT "visitor") AS "visitors" FROM scoped GROUP BY "day"
    ), hours AS (
      SELECT "hour", count(*) AS "clicks", count(DISTINCT "visitor") AS "visitors" FROM scoped WHERE ${hours} GROUP BY "hour"
    ), named AS MATERIALIZED (
      ${labelled}
    ), recent AS (
      SELECT * FROM scoped ORDER BY "createdAt" DESC, "id" DESC LIMIT ${recent}
    )`;
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
