import { type DateRange, rangeBefore } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import { type DimensionName, dimensionNames, dimensions, labelRows, maxLabel, otherLabel } from "../query/dimensions";
import { absentLabel, type Filter, type FilterName, type Filters, filterDimensions, filterNames, type StatisticsQuery } from "../query/query";
import type { Reader } from "../query/reader";
import { inScope, type Scope } from "../query/scope";
import type { Counts } from "../query/series";
import { aggregatedLabels } from "../sources/aggregated-labels";
import { passes } from "../sources/count-raw-clicks";
import { pendingParts } from "../sources/pending";
import { removedLabels, totalDays, totalLabels } from "../sources/totals";
import type { LabelCount } from "./read-statistics";
import { type Report, rangeCounts } from "./report";

/** A report that does not depend on the number of clicks. It has no unique visitors, and only the breakdowns `known`. */
export interface InstantReport extends Report {
  known: readonly DimensionName[];
}

/**
 * The part of a filtered report that roll-ups have, of one link or of all: clicks by day, and breakdowns that are counted in
 * pairs with the filtered dimension. Null if the filters name several dimensions, other than a region or city with its country,
 * or if labels beyond the cap were counted together, so that only raw clicks tell them apart. Also null if raw clicks of these days
 * are deleted (CLICK_RETENTION_DAYS): the rest of the report does not count them. And null while the aggregation is far behind.
 */
export async function readInstantReport(reader: Reader, scope: Scope, query: StatisticsQuery, labelLimit = 50): Promise<InstantReport | null> {
  const { dateRange, filters, compare, interval } = query;
  const wanted = onlyFilter(filters);
  // Labels are aggregated by UTC day.
  if (!wanted || dateRange.timeZone !== "UTC" || interval === "hour" || (scope !== "all" && scope.linkIds.length !== 1)) return null;
  const before = compare && rangeBefore(dateRange, compare);
  const [{ clicksSince, isBehind }] = await reader.$queryRaw<[{ clicksSince: Date | null; isBehind: boolean }]>`
    WITH ${pendingIn(scope, dateRange, before)} SELECT "clicksSince", EXISTS (SELECT FROM unread) AS "isBehind" FROM "RollupState"`;
  if (isBehind || (clicksSince && clicksSince > (before ?? dateRange).since)) return null;
  const days = await readDays(reader, scope, dateRange, wanted, filters);
  const earlier = before ? await readDays(reader, scope, before, wanted, filters) : new Map();
  if (!days || !earlier) return null;
  const counts = rangeCounts(dateRange, { days, parts: days, hours: new Map() }, interval);
  const breakdowns = wanted.country ? new Map<DimensionName, LabelCount[]>() : await readPairs(reader, scope, dateRange, wanted, counts.clicks);
  return {
    ...counts,
    breakdowns: Object.fromEntries(dimensionNames.map((name) => [name, breakdowns.get(name)?.slice(0, labelLimit) ?? []])) as Report["breakdowns"],
    labelCounts: Object.fromEntries([...breakdowns].map(([name, labels]) => [name, labels.length])),
    recentClicks: [],
    topLinks: [],
    previous: before && rangeCounts(before, { days: earlier, parts: earlier, hours: new Map() }, interval),
    isFiltered: true,
    clicksSince: null,
    unread: 0,
    known: [...breakdowns.keys()],
  };
}

interface Wanted {
  name: FilterName;
  /** Empty if the filter only excludes. */
  is: string[];
  isNot: string[];
  /** The countries of a region or city, which roll-ups keep with its name. */
  country?: Filter;
}

/** The filter, if there is one only, and roll-ups store its labels in full. */
function onlyFilter(filters: Filters): Wanted | null {
  const names = filterNames.filter((each) => hasLabels(filters[each]));
  const name = names.at(-1);
  const filter = name && filters[name];
  if (!filter || [...filter.is, ...filter.isNot].some((label) => label.length > maxLabel)) return null;
  if (names.length === 1) return { name, ...filter };
  const isPlace = (name === "region" || name === "city") && filter.is.length > 0 && !filter.is.includes(absentLabel(name));
  return names.length === 2 && isPlace && filters.country && names[0] === "country" ? { name, ...filter, country: filters.country } : null;
}

function hasLabels(filter: Filter | undefined): boolean {
  return filter !== undefined && filter.is.length + filter.isNot.length > 0;
}

/** Clicks by day that pass the filter; null if some of its labels may be counted under Other. Unique visitors are 0. */
async function readDays(reader: Reader, scope: Scope, dateRange: DateRange, wanted: Wanted, filters: Filters): Promise<Counts | null> {
  const { name, is, isNot, country } = wanted;
  const { since, until } = dateRange;
  const absent = absentLabel(name);
  const listed = is.length > 0 ? is.filter((label) => !isNot.includes(label)) : isNot;
  // Clicks without a label are those of the day without all labels.
  const isWanted = listed.includes(absent) ? Prisma.sql`true` : Prisma.sql`"label" = ANY(${[...listed, otherLabel]}::text[])`;
  const ofDay = Prisma.sql`"dimension" = ${dimensions[filterDimensions[name]].id} AND k."day" = d."day" AND ${isWanted}`;
  const labels =
    scope === "all"
      ? Prisma.sql`
        SELECT "label", "detail", "clicks" FROM "DayLabelTotal" k WHERE ${ofDay}
        UNION ALL SELECT "label", "detail", "clicks" FROM (${removedLabels(ofDay)}) removed`
      : Prisma.sql`SELECT "label", "detail", "clicks" FROM "LinkDayLabel" k WHERE ${inScope(scope)} AND ${ofDay} OFFSET 0`;
  const isListed = Prisma.sql`"label" = ANY(${listed}::text[]) AND ${country ? passesLabel(Prisma.raw('"detail"'), "country", country) : Prisma.sql`true`}`;
  const totals =
    scope === "all"
      ? totalDays(dateRange)
      : Prisma.sql`SELECT "day", "clicks" FROM "LinkDay" WHERE ${inScope(scope)} AND "day" >= ${isoDate(since)}::date AND "day" < ${isoDate(until)}::date`;
  const rows = await reader.$queryRaw<{ ms: number; total: number; named: number; listed: number; isCapped: boolean }[]>`
    WITH totals AS (
      SELECT "day", sum("clicks") AS "clicks" FROM (${totals}) t GROUP BY "day"
    )
    SELECT extract(epoch FROM d."day"::timestamp)::float8 * 1000 AS "ms", d."clicks"::float8 AS "total", l.*
    FROM totals d, LATERAL (
      SELECT coalesce(sum("clicks"), 0)::float8 AS "named", coalesce(sum("clicks") FILTER (WHERE ${isListed}), 0)::float8 AS "listed",
             coalesce(bool_or("label" = ${otherLabel} AND "clicks" > 0), false) AS "isCapped"
      FROM (${labels}) labels
    ) l`;
  if (rows.some(({ isCapped }) => isCapped)) return null;
  const days = new Map(
    rows.map(({ ms, total, named, listed: found }) => {
      const matching = found + (listed.includes(absent) ? total - named : 0);
      return [ms, { clicks: is.length > 0 ? matching : total - matching, uniqueVisitors: 0 }];
    }),
  );
  const pending = await reader.$queryRaw<{ ms: number; clicks: number }[]>`
    WITH ${pendingIn(scope, dateRange)}
    SELECT extract(epoch FROM "day"::timestamp)::float8 * 1000 AS "ms", count(*)::float8 AS "clicks" FROM pending WHERE ${passes(filters)} GROUP BY "day"`;
  for (const { ms, clicks } of pending) days.set(ms, { clicks: (days.get(ms)?.clicks ?? 0) + clicks, uniqueVisitors: 0 });
  return days;
}

/** Of a range, and of the one that it is compared with. */
function pendingIn(scope: Scope, dateRange: DateRange, before: DateRange | null = null): Prisma.Sql {
  const within = [dateRange, ...(before ? [before] : [])].map(
    ({ since, until }) => Prisma.sql`("createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz)`,
  );
  return pendingParts(scope, Prisma.sql`(${Prisma.join(within, " OR ")})`);
}

interface Pair {
  /** The dimension that is counted together with the filtered one. */
  with: DimensionName;
  /** The roll-up that has both. */
  in: DimensionName;
  /** Where it has the filtered label. */
  at: "label" | "detail";
  /** Clicks without the filtered label are not in it. */
  isNamedOnly?: boolean;
}

const pairs: { [Name in FilterName]?: Pair[] } = {
  country: [
    { with: "region", in: "region", at: "detail" },
    { with: "city", in: "city", at: "detail" },
  ],
  region: [{ with: "country", in: "region", at: "label", isNamedOnly: true }],
  city: [{ with: "country", in: "city", at: "label", isNamedOnly: true }],
  utm_campaign: [
    { with: "source", in: "campaignSource", at: "label" },
    { with: "medium", in: "campaignMedium", at: "label" },
  ],
  utm_source: [
    { with: "campaign", in: "campaignSource", at: "detail" },
    { with: "medium", in: "sourceMedium", at: "label" },
  ],
  utm_medium: [
    { with: "campaign", in: "campaignMedium", at: "detail" },
    { with: "source", in: "sourceMedium", at: "detail" },
  ],
};

async function readPairs(reader: Reader, scope: Scope, dateRange: DateRange, wanted: Wanted, clicks: number) {
  const { name, is, isNot } = wanted;
  const absent = absentLabel(name);
  const hasUnnamed = is.length > 0 ? is.includes(absent) : !isNot.includes(absent);
  const [{ placesSince }] = await reader.$queryRaw<[{ placesSince: Date }]>`SELECT "placesSince" FROM "RollupState"`;
  const found = new Map<DimensionName, LabelCount[]>();
  for (const pair of pairs[name] ?? []) {
    if ((pair.isNamedOnly && hasUnnamed) || (pair.in === "sourceMedium" && dateRange.since < placesSince)) continue;
    const labels = await readPair(reader, scope, dateRange, wanted, pair);
    if (labels) found.set(pair.with, withAbsent(labels, dimensions[pair.with].absent, clicks));
  }
  return found;
}

/** The labels of one dimension with the clicks that pass the filter; null if some may be counted under Other. */
async function readPair(reader: Reader, scope: Scope, dateRange: DateRange, { name, is, isNot }: Wanted, pair: Pair): Promise<LabelCount[] | null> {
  const { id, isPair } = dimensions[pair.in];
  const isOfPair = Prisma.sql`"dimension" = ${id}`;
  const [filtered, shown] = (pair.at === "label" ? ["label", "detail"] : ["detail", "label"]).map((column) => Prisma.raw(`"${column}"`));
  const aggregated = scope === "all" ? totalLabels(dateRange, isOfPair) : aggregatedLabels(dateRange, Prisma.sql`${inScope(scope)} AND ${isOfPair}`);
  // A region or city is shown with its country.
  const detail = !isPair && pair.at === "detail" ? Prisma.raw(`"detail"`) : Prisma.raw("''");
  const rows = await reader.$queryRaw<{ label: string; detail: string; count: number; isCapped: boolean }[]>`
    WITH ${pendingIn(scope, dateRange)}
    SELECT "shown" AS "label", "of" AS "detail", sum("clicks")::float8 AS "count", bool_or("isOther") AS "isCapped" FROM (
      SELECT ${shown} AS "shown", ${detail} AS "of", "clicks", "label" = ${otherLabel} AS "isOther", ${filtered} AS "filtered" FROM (
        SELECT "label", "detail", "clicks" FROM (${aggregated}) aggregated
        UNION ALL
        SELECT "label", "detail", 1 FROM pending, LATERAL ${labelRows([pair.in])} WHERE "label" IS NOT NULL
      ) labels
    ) named
    WHERE "isOther" OR ${passesLabel(Prisma.raw('"filtered"'), name, { is, isNot })}
    GROUP BY 1, 2 HAVING sum("clicks") > 0 ORDER BY 3 DESC, "shown" COLLATE "C", "of" COLLATE "C"`;
  if (rows.some(({ isCapped }) => isCapped)) return null;
  return rows.filter((row) => row.label !== "").map(({ label: text, detail: of, count }) => ({ label: text, detail: of || null, count }));
}

/** Whether a label of a pair passes; an empty one stands for none. */
function passesLabel(column: Prisma.Sql, name: FilterName, { is, isNot }: Filter): Prisma.Sql {
  const label = Prisma.sql`coalesce(nullif(${column}, ''), ${absentLabel(name)})`;
  return Prisma.sql`(${is.length > 0 ? Prisma.sql`${label} = ANY(${is}::text[])` : Prisma.sql`true`} AND ${label} <> ALL(${isNot}::text[]))`;
}

/** Adds the clicks without a label, which have no rows. */
function withAbsent(labels: readonly LabelCount[], absent: string, clicks: number): LabelCount[] {
  const missing = clicks - labels.reduce((total, { count }) => total + count, 0);
  if (missing <= 0) return [...labels];
  const known = labels.find(({ label, detail }) => label === absent && detail === null);
  const others = labels.filter((each) => each !== known);
  const next = { label: absent, detail: null, count: missing + (known?.count ?? 0) };
  const place = others.findIndex(({ label, count }) => count < next.count || (count === next.count && label > absent));
  return place === -1 ? [...others, next] : others.toSpliced(place, 0, next);
}
