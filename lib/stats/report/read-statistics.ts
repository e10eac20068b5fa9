import { arrayLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";
import { type DimensionName, dimensionNames, dimensions, isPair } from "../query/dimensions";
import { filterDimensions, hasFilters } from "../query/query";
import type { Reader } from "../query/reader";
import type { Scope } from "../query/scope";
import type { Counts } from "../query/series";
import { fromClicks } from "../sources/count-raw-clicks";
import { readLimit } from "../sources/pending";
import { fromLocalDays } from "../sources/read-local-days";
import { fromRollups, type StatisticsRequest } from "../sources/read-rollups";
import { readSettled } from "../sources/settled-sums";
import type { ClickRecord } from "./click-record";

export interface LabelCount {
  label: string;
  /** The country of a region or city (null if unknown), or the second tag of a pair. */
  detail: string | null;
  count: number;
}

export interface RecentClick extends ClickRecord {
  linkId: number;
}

export interface ScopeCounts {
  days: Counts;
  /** By UTC day inside the range, in another time zone only: where `days` have no visitors, and breakdowns may lack clicks. */
  parts: Counts;
  hours: Counts;
  breakdowns: Map<DimensionName, LabelCount[]>;
  /** How many labels each has, also beyond those listed. */
  labelCounts: Partial<Record<DimensionName, number>>;
  recentClicks: RecentClick[];
  /** Most clicks first. */
  topLinks: { linkId: number; clicks: number }[];
  /** Raw clicks before this instant are deleted (ISO 8601); null while all are kept. */
  clicksSince: string | null;
  /** Clicks that are counted, but whose labels count under Other and whose visitors do not count yet: see `pendingParts`. */
  unread: number;
}

interface Row {
  days: [ms: number, clicks: number, visitors: number][];
  parts: [ms: number, clicks: number, visitors: number][];
  hours: [ms: number, clicks: number, visitors: number][];
  labels: { dimension: number; label: string; detail: string; count: number }[];
  labelCounts: [dimension: number, labels: number][];
  recent: (Omit<RecentClick, "createdAt"> & { ms: number })[];
  links: { linkId: number; clicks: number }[];
  clicksSince: Date | null;
  unread: number;
}

interface Reading extends StatisticsRequest {
  /** Counts raw clicks also without filters. */
  isRaw?: boolean;
  /** Keeps what these links had earlier for other reports. The reader must be a transaction with one snapshot. */
  isKept?: boolean;
}

/** Statistics of the links in a scope. Unless sums are kept, one statement reads them, and so one snapshot. */
export async function readStatistics(reader: Reader, scope: Scope, { isRaw, isKept, ...request }: Reading): Promise<ScopeCounts> {
  const isUtc = request.dateRange.timeZone === "UTC";
  const isCounted = isRaw || hasFilters(request.filters);
  const isSummed = isKept && isUtc && !isCounted && scope !== "all";
  const settled = isSummed ? await readSettled(reader, scope, request.dateRange, keptDimensions(request.breakdowns)) : null;
  const source = isCounted ? fromClicks(scope, request) : isUtc ? fromRollups(scope, request, settled) : fromLocalDays(scope, request);
  const labelled = Prisma.raw(isUtc ? "days" : "parts");
  const byDay = (days: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(json_agg(json_build_array(extract(epoch FROM "day"::timestamp) * 1000, "clicks", "visitors")), '[]') FROM ${days})`;
  const read = () => reader.$queryRaw<[Row]>`
    WITH ${source}, wanted AS (
      SELECT * FROM (VALUES ${Prisma.join(wantedRows(request.breakdowns))}) AS w("dimension", "absent", "detail")
    ), missing AS (
      -- Clicks without a label have no rows.
      SELECT w."dimension", w."absent" AS "label", w."detail",
             (SELECT coalesce(sum("clicks"), 0) FROM ${labelled}) - coalesce((SELECT sum(n."clicks") FROM named n WHERE n."dimension" = w."dimension"), 0) AS "clicks"
      FROM wanted w
    ), ranked AS (
      SELECT "dimension", "label", "detail", sum("clicks") AS "clicks",
             row_number() OVER (PARTITION BY "dimension" ORDER BY sum("clicks") DESC, "label" COLLATE "C", "detail" COLLATE "C") AS "rank"
      FROM (
        -- A link being removed may have more clicks of a label than the totals, which counted it under Other.
        SELECT "dimension", CASE WHEN "clicks" < 0 THEN 'Other' ELSE coalesce(nullif("label", ''), 'None') END AS "label",
               CASE WHEN "clicks" < 0 THEN "otherDetail"("dimension") WHEN ${isPair} THEN coalesce(nullif("detail", ''), 'None') ELSE "detail" END AS "detail",
               "clicks"
        FROM named
        UNION ALL
        SELECT * FROM missing WHERE "clicks" > 0
      ) counted
      GROUP BY "dimension", "label", "detail"
      HAVING sum("clicks") > 0
    )
    SELECT
      ${byDay(Prisma.raw("days"))} AS "days", ${isUtc ? Prisma.sql`'[]'::json` : byDay(Prisma.raw("parts"))} AS "parts",
      (SELECT coalesce(json_agg(json_build_array(extract(epoch FROM "hour") * 1000, "clicks", "visitors")), '[]') FROM hours) AS "hours",
      (SELECT coalesce(json_agg(json_build_object('dimension', "dimension", 'label', "label", 'detail', "detail", 'count', "clicks") ORDER BY "rank"), '[]')
       FROM ranked WHERE "rank" <= ${request.labelLimit}${alwaysListed(request.always)}) AS "labels",
      (SELECT coalesce(json_agg(json_build_array("dimension", "labels")), '[]')
       FROM (SELECT "dimension", count(*) AS "labels" FROM ranked GROUP BY "dimension") c) AS "labelCounts",
      (SELECT coalesce(json_agg(json_build_object(
         'linkId', "linkId", 'ms', round(extract(epoch FROM "createdAt") * 1000), 'referrer', coalesce("referrer", 'Direct'), 'country', "country",
         'region', "region", 'city', "city", 'device', "device", 'browser', "browser", 'os', "os", 'locale', "locale",
         'utmSource', "utmSource", 'utmMedium', "utmMedium", 'utmCampaign', "utmCampaign")
         ORDER BY "createdAt" DESC, "id" DESC), '[]') FROM recent) AS "recent",
      (SELECT coalesce(json_agg(json_build_object('linkId', "linkId", 'clicks', "clicks") ORDER BY "clicks" DESC, "linkId"), '[]') FROM links) AS "links",
      (SELECT "clicksSince" FROM "RollupState") AS "clicksSince",
      ${isCounted ? Prisma.sql`0::float8` : Prisma.sql`(SELECT coalesce(sum("clicks"), 0)::float8 FROM unread)`} AS "unread"`;
  const row = isCounted ? (await read())[0] : await readLimit.get().run(async () => (await read())[0]);
  const counts = toCounts(row, request.breakdowns);
  return settled ? { ...counts, topLinks: rankTogether(counts.topLinks, settled.links, request.topLinks ?? 0) } : counts;
}

function alwaysListed(labels: StatisticsRequest["always"] = []): Prisma.Sql {
  if (labels.length === 0) return Prisma.empty;
  const [label, detail] = [arrayLiteral(labels.map((each) => each.label)), arrayLiteral(labels.map((each) => each.detail))];
  return Prisma.sql` OR ("label", "detail") IN (SELECT * FROM unnest(${label}::text[], ${detail}::text[]))`;
}

/** None, those that a page shows, or all: so that reports of the same links share their sums. */
function keptDimensions(wanted: readonly DimensionName[]): number[] {
  const shown: DimensionName[] = Object.values(filterDimensions);
  const names = wanted.length === 0 ? [] : wanted.every((name) => shown.includes(name)) ? shown : dimensionNames;
  return names.map((name) => dimensions[name].id);
}

function rankTogether(recent: ScopeCounts["topLinks"], settled: ReadonlyMap<number, number>, most: number): ScopeCounts["topLinks"] {
  const clicks = new Map(settled);
  for (const link of recent) clicks.set(link.linkId, (clicks.get(link.linkId) ?? 0) + link.clicks);
  const ranked = [...clicks].sort(([a, before], [b, after]) => after - before || a - b).slice(0, most);
  return ranked.map(([linkId, own]) => ({ linkId, clicks: own }));
}

function toCounts(row: Row, names: readonly DimensionName[]): ScopeCounts {
  const toCountMap = (rows: Row["days"]): Counts => new Map(rows.map(([ms, clicks, uniqueVisitors]) => [ms, { clicks, uniqueVisitors }]));
  const labelsOf = (name: DimensionName) =>
    row.labels
      .filter(({ dimension }) => dimension === dimensions[name].id)
      .map(({ label, detail, count }) => ({ label, detail: detail || null, count }));
  return {
    days: toCountMap(row.days),
    parts: toCountMap(row.parts),
    hours: toCountMap(row.hours),
    breakdowns: new Map(names.map((name) => [name, labelsOf(name)])),
    labelCounts: Object.fromEntries(names.map((name) => [name, row.labelCounts.find(([dimension]) => dimension === dimensions[name].id)?.[1] ?? 0])),
    topLinks: row.links,
    recentClicks: row.recent.map(({ ms, ...rest }) => ({ createdAt: new Date(ms).toISOString(), ...rest })),
    clicksSince: row.clicksSince?.toISOString() ?? null,
    unread: row.unread,
  };
}

function wantedRows(names: readonly DimensionName[]): Prisma.Sql[] {
  const rows = names.map((name) => {
    const { id, absent, isPair: hasDetail } = dimensions[name];
    return Prisma.sql`(${Prisma.raw(String(id))}::smallint, ${Prisma.raw(`'${absent}'`)}, ${Prisma.raw(hasDetail ? `'${absent}'` : "''")})`;
  });
  return rows.length > 0 ? rows : [Prisma.sql`(NULL::smallint, '', '')`];
}
