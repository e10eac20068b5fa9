import type { DateRange } from "../../core/date-range";
import { arrayLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";
import { rankedLinks } from "../list/find-links";
import {
  type DimensionName,
  dimensionNames,
  dimensions,
  isPairName,
  labelCap,
  otherLabel,
} from "../query/dimensions";
import { type Filters, hasFilters } from "../query/filters";
import { isOf, isPair } from "../query/label-rows";
import { pageDimensions } from "../query/query";
import { inScope, type Scope } from "../query/scope";
import type { Counts } from "../query/series";
import { readLimit } from "../sources/pending-clicks";
import { type Plan, planOf } from "../sources/plan";
import { latestClicks } from "../sources/raw-clicks";
import { readSettled } from "../sources/settled-sums";
import type { Reader } from "../sources/source";
import { type ClickRecord, recordLabels, recordTime } from "./click-record";
import type { Change } from "./same-stretch";

export interface LabelCount {
  label: string;
  /** The country of a region or city (null if unknown), or the second tag of a pair. */
  detail: string | null;
  count: number;
  /** Among the clicks of `None`: those of visitors who sent that text. */
  named?: number;
  /** Of a pair: the tags that visitors sent as `None`, or as `Other`. Left out for none. */
  sent?: ("label" | "detail")[];
  /** If a report compares labels. */
  change?: Change;
}

export type Breakdowns = Record<DimensionName, LabelCount[]>;

interface RecentClick extends ClickRecord {
  linkId: number;
}

export interface ScopeCounts {
  /** By date of the time zone. Visitors only in UTC. */
  days: Counts;
  /** By UTC day inside the range. In another time zone they may lack clicks, as breakdowns may. */
  utcDays: Counts;
  hours: Counts;
  /** Those that were not asked for are empty. */
  breakdowns: Breakdowns;
  /** How many labels each has, also beyond those listed. */
  labelCounts: Partial<Record<DimensionName, number>>;
  recentClicks: RecentClick[];
  /** Most clicks first. */
  topLinks: { linkId: number; clicks: number }[];
  /** Raw clicks before this instant are deleted (ISO 8601); null while all are kept. */
  clicksSince: string | null;
  /** Since then channels are counted. */
  placesSince: Date;
  /**
   * Clicks that are counted, but whose labels count under Other and whose visitors do not count
   * yet: see `pendingClicks`.
   */
  unread: number;
}

/** Of these, visitors can send the label of clicks without one. */
const tagDimensions = ["source", "medium", "campaign"] as const;

type Timed = [ms: number, clicks: number, visitors: number][];

interface Row {
  days: Timed;
  utcDays: Timed;
  hours: Timed;
  labels: {
    dimension: number;
    label: string;
    detail: string;
    count: number;
    named: number;
    isLabelSent: boolean;
    isDetailSent: boolean;
  }[];
  labelCounts: { dimension: number; labels: number }[];
  recent: RecentClick[];
  links: { linkId: number; clicks: number }[];
  clicksSince: Date | null;
  placesSince: Date;
  read: number;
  unread: number;
}

interface StatisticsRequest {
  dateRange: DateRange;
  filters?: Filters;
  breakdowns?: readonly DimensionName[];
  labelLimit?: number;
  /** Labels of the breakdowns that are listed beyond the limit, too. */
  always?: readonly { label: string; detail: string }[];
  /** Number of recent clicks: all-time, or of the filtered date range. */
  recent?: number;
  hours?: boolean;
  /**
   * Number of links with the most clicks. Over all links they have no roll-ups: see
   * `rankLinksInRange`.
   */
  topLinks?: number;
  /** Clicks by date and hour only. */
  of?: "clicks";
  /** Counts raw clicks also without filters. */
  isRaw?: boolean;
}

/**
 * Statistics of the links in a scope. One statement reads them, and so one snapshot. Of several
 * links it keeps sums for other reports: then the reader must be a transaction with one snapshot.
 */
export async function readStatistics(
  reader: Reader,
  scope: Scope,
  request: StatisticsRequest,
): Promise<ScopeCounts> {
  const { dateRange, filters = {}, breakdowns = [], isRaw } = request;
  const isCounted = isRaw || hasFilters(filters);
  const isSummed =
    scope !== "all" && scope.linkIds.length > 1 && dateRange.timeZone === "UTC" && !isCounted;
  const settled = isSummed
    ? await readSettled(reader, scope, dateRange, keptDimensions(breakdowns))
    : null;
  const statement = statementOf(planOf({ ...request, scope, settled }), scope, request);
  const read = async () => (await reader.$queryRaw<[Row]>(statement))[0];
  return toCounts(isCounted ? await read() : await readLimit().run(read), request);
}

function statementOf(plan: Plan, scope: Scope, request: StatisticsRequest): Prisma.Sql {
  const {
    dateRange,
    breakdowns = [],
    labelLimit = 0,
    always = [],
    recent = 0,
    hours,
    topLinks = 0,
  } = request;
  const { tables } = plan;
  const isUtc = dateRange.timeZone === "UTC";
  const days = tables.table("days", () => plan.days());
  const ranked = tables.table("ranked", () => rankedLabels(plan, days(), breakdowns));
  const hasLabels = breakdowns.length > 0;
  const latest = plan.recent?.(recent) ?? latestClicks(lastClicked(scope, recent), recent);
  return tables.select(Prisma.sql`
    SELECT
      ${isUtc || !request.of ? byTime("day", Prisma.sql`SELECT * FROM ${days()}`) : noRows} AS "utcDays",
      ${isUtc ? noRows : byTime("day", plan.dates())} AS "days", ${hours ? byTime("hour", plan.hours()) : noRows} AS "hours",
      ${hasLabels ? listed(ranked(), labelLimit, always) : noRows} AS "labels",
      ${hasLabels ? listOf(Prisma.sql`SELECT "dimension", count(*) AS "labels" FROM ${ranked()} GROUP BY "dimension"`) : noRows} AS "labelCounts",
      ${recent > 0 ? listOf(Prisma.sql`SELECT "linkId", ${recordTime}, ${recordLabels} FROM (${latest}) c`) : noRows} AS "recent",
      ${topLinks > 0 ? listOf(Prisma.sql`SELECT * FROM (${plan.links()}) l ORDER BY "clicks" DESC, "linkId" LIMIT ${topLinks}`) : noRows} AS "links",
      ${plan.read()} AS "read", ${plan.unread()} AS "unread", "clicksSince", "placesSince"
    FROM "RollupState"`);
}

/** In place of rows that are not wanted. */
export const noRows = Prisma.raw("'[]'::json");

/** Rows as JSON, in a column of a statement. */
export function listOf(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`;
}

/** Rows of days or hours as JSON, in a column of a statement. */
function byTime(column: "day" | "hour", rows: Prisma.Sql): Prisma.Sql {
  const start = Prisma.raw(column === "day" ? '"day"::timestamp' : '"hour"');
  return Prisma.sql`(SELECT coalesce(json_agg(json_build_array(extract(epoch FROM ${start}) * 1000, "clicks", "visitors")), '[]') FROM (${rows}) r)`;
}

/** The links of a scope that may have its latest clicks. */
function lastClicked(scope: Scope, limit: number): Prisma.Sql | number {
  if (scope === "all") return rankedLinks("lastClickedAt", { limit });
  const [only, ...others] = scope.linkIds;
  if (only !== undefined && others.length === 0) return only;
  return Prisma.sql`
    SELECT "linkId" FROM "LinkTotals" WHERE ${inScope(scope)} AND "lastClickedAt" IS NOT NULL ORDER BY "lastClickedAt" DESC LIMIT ${limit}`;
}

/**
 * A query (dimension, label, detail, clicks, rank) with all labels of the breakdowns. `days`: all
 * clicks by day.
 */
function rankedLabels(plan: Plan, days: Prisma.Sql, names: readonly DimensionName[]): Prisma.Sql {
  const named = plan.tables.table(
    "named",
    () => Prisma.sql`
    SELECT "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (${plan.labels({ dimensions: names })}) l GROUP BY 1, 2, 3`,
  )();
  const absent = names.map(
    (name) =>
      `(${dimensions[name].id}::smallint, '${dimensions[name].absent}', '${isPairName(name) ? dimensions[name].absent : ""}')`,
  );
  return Prisma.sql`
    SELECT "dimension", "label", "detail", sum("clicks") AS "clicks", sum("clicks") FILTER (WHERE "isNamed") AS "named",
           "isLabelSent", "isDetailSent",
           row_number() OVER (PARTITION BY "dimension" ORDER BY sum("clicks") DESC, "label" COLLATE "C", "detail" COLLATE "C", "isLabelSent", "isDetailSent") AS "rank"
    FROM (
      -- A link being removed may have more clicks of a label than the totals, which counted it under Other.
      SELECT "dimension", CASE WHEN "clicks" < 0 THEN 'Other' ELSE coalesce(nullif("label", ''), 'None') END AS "label",
             CASE WHEN "clicks" < 0 THEN "otherDetail"("dimension") WHEN ${isPair} THEN coalesce(nullif("detail", ''), 'None') ELSE "detail" END AS "detail",
             "clicks", "label" = 'None' AND ${isOf(tagDimensions)} AS "isNamed",
             ${isPair} AND "clicks" >= 0 AND "label" = 'None' AS "isLabelSent", ${isPair} AND "clicks" >= 0 AND "detail" = 'None' AS "isDetailSent"
      FROM ${named}
      UNION ALL
      -- Clicks without a label have no rows.
      SELECT * FROM (
        SELECT w."dimension", w."label", w."detail", (SELECT coalesce(sum("clicks"), 0) FROM ${days}) - coalesce(n."clicks", 0) AS "clicks", false, false, false
        FROM (VALUES ${Prisma.raw(absent.join(", "))}) AS w("dimension", "label", "detail")
        LEFT JOIN (SELECT "dimension", sum("clicks") AS "clicks" FROM ${named} GROUP BY "dimension") n USING ("dimension")
      ) missing WHERE "clicks" > 0
    ) counted
    GROUP BY "dimension", "label", "detail", "isLabelSent", "isDetailSent" HAVING sum("clicks") > 0`;
}

function listed(
  ranked: Prisma.Sql,
  limit: number,
  always: readonly { label: string; detail: string }[],
): Prisma.Sql {
  const [label, detail] = [
    arrayLiteral(always.map((each) => each.label)),
    arrayLiteral(always.map((each) => each.detail)),
  ];
  return listOf(Prisma.sql`
    SELECT "dimension", "label", "detail", "clicks" AS "count", coalesce("named", 0) AS "named", "isLabelSent", "isDetailSent" FROM ${ranked}
    WHERE "rank" <= ${limit} OR ("label", "detail") IN (SELECT * FROM unnest(${label}::text[], ${detail}::text[])) ORDER BY "rank"`);
}

/** None, those that a page shows, or all: so that reports of the same links share their sums. */
function keptDimensions(wanted: readonly DimensionName[]): readonly DimensionName[] {
  return wanted.length === 0
    ? []
    : wanted.every((name) => pageDimensions.includes(name))
      ? pageDimensions
      : dimensionNames;
}

function toCounts(row: Row, request: StatisticsRequest): ScopeCounts {
  const { dateRange, breakdowns = [], filters = {}, isRaw } = request;
  const ofDimension = <T extends { dimension: number }>(rows: readonly T[], name: DimensionName) =>
    rows.filter(({ dimension }) => dimension === dimensions[name].id);
  const utcDays = countsOf(row.utcDays);
  const labelCounts = Object.fromEntries(
    breakdowns.map((name) => [name, ofDimension(row.labelCounts, name)[0]?.labels ?? 0]),
  );
  const sentOf = (name: DimensionName, each: Row["labels"][number]): LabelCount["sent"] => {
    if (!isPairName(name)) return undefined;
    const isCapped =
      !isRaw && !hasFilters(filters) && ((labelCounts[name] ?? 0) >= labelCap || row.unread > 0);
    const isOther = !isCapped && each.label === otherLabel && each.detail === otherLabel;
    const sent = [
      ...(isOther || each.isLabelSent ? (["label"] as const) : []),
      ...(isOther || each.isDetailSent ? (["detail"] as const) : []),
    ];
    return sent.length > 0 ? sent : undefined;
  };
  return {
    days: dateRange.timeZone === "UTC" ? utcDays : countsOf(row.days),
    utcDays,
    hours: countsOf(row.hours),
    breakdowns: breakdownsOf((name) =>
      ofDimension(row.labels, name).map((each) => {
        const { label, detail, count, named } = each;
        const sent = sentOf(name, each);
        return {
          ...{ label, detail: detail || null, count },
          ...(named > 0 ? { named } : {}),
          ...(sent ? { sent } : {}),
        };
      }),
    ),
    labelCounts,
    topLinks: row.links,
    recentClicks: row.recent,
    clicksSince: row.clicksSince?.toISOString() ?? null,
    placesSince: row.placesSince,
    unread: row.unread,
  };
}

export function breakdownsOf(labels: (name: DimensionName) => LabelCount[]): Breakdowns {
  return Object.fromEntries(dimensionNames.map((name) => [name, labels(name)])) as Breakdowns;
}

function countsOf(rows: Timed): Counts {
  return new Map(rows.map(([ms, clicks, uniqueVisitors]) => [ms, { clicks, uniqueVisitors }]));
}
