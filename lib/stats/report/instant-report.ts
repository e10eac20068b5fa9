import { type DateRange, rangeBefore } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import {
  type DimensionName,
  dimensions,
  isPairName,
  maxLabel,
  otherLabel,
} from "../query/dimensions";
import { absentLabel } from "../query/filter-parameters";
import {
  type Filter,
  type FilterName,
  type Filters,
  filterDimensions,
  filterNames,
  hasLabels,
} from "../query/filters";
import type { StatisticsQuery } from "../query/query";
import type { Scope } from "../query/scope";
import type { Counts } from "../query/series";
import { type Plan, planOf } from "../sources/plan";
import type { Reader } from "../sources/source";
import { breakdownsOf, type LabelCount, listOf, noRows } from "./read-statistics";
import { type Report, rangeCounts } from "./report";
import { readEarlier, withChanges } from "./same-stretch";

/**
 * A report that does not depend on the number of clicks. It has no unique visitors, and only the
 * breakdowns `known`.
 */
export interface InstantReport extends Report {
  known: readonly DimensionName[];
}

/**
 * The part of a filtered report that roll-ups have, of one link or of all: clicks by day, and
 * breakdowns that are counted in pairs with the filtered dimension. Null if the filters name
 * several dimensions, other than a region or city with its country, or if labels beyond the cap
 * were counted together, so that only raw clicks tell them apart. Also null if raw clicks of these
 * days are deleted (CLICK_RETENTION_DAYS): the rest of the report does not count them. And null
 * while the aggregation is far behind.
 */
export async function readInstantReport(
  reader: Reader,
  scope: Scope,
  { dateRange, filters, compare, interval }: StatisticsQuery,
  now: Date,
  labelLimit = 50,
): Promise<InstantReport | null> {
  const wanted = onlyFilter(filters);
  // Labels are aggregated by UTC day.
  if (
    !wanted ||
    dateRange.timeZone !== "UTC" ||
    interval === "hour" ||
    (scope !== "all" && scope.linkIds.length !== 1)
  )
    return null;
  const pairs = wanted.country ? [] : pairsOf(wanted);
  const read = async (dateRange: DateRange) => {
    const found = await readMatching(reader, scope, dateRange, wanted, pairs);
    if (!found) return null;
    const { days } = found;
    const counts = rangeCounts(dateRange, { days, utcDays: days, hours: new Map() }, interval);
    const labels = new Map(
      [...found.labels].map(([name, named]) => [
        name,
        withAbsent(named, dimensions[name].absent, counts.clicks),
      ]),
    );
    return { counts, labels };
  };
  const found = await read(dateRange);
  if (!found) return null;
  const before = compare && rangeBefore(dateRange, compare);
  const earlier = before && (await readEarlier(dateRange, before, now, read));
  if (earlier && !earlier.all) return null;
  const { counts, labels } = found;
  return {
    ...counts,
    breakdowns: breakdownsOf((name) => {
      const listed = (labels.get(name) ?? []).slice(0, labelLimit);
      // Roll-ups may have labels of this range and not of the earlier one.
      return earlier?.all?.labels.has(name)
        ? withChanges(listed, earlier, (read) => read?.labels.get(name) ?? [])
        : listed;
    }),
    labelCounts: Object.fromEntries([...labels].map(([name, all]) => [name, all.length])),
    recentClicks: [],
    topLinks: [],
    previous: earlier?.all?.counts ?? null,
    isFiltered: true,
    hasChannels: false,
    clicksSince: null,
    unread: 0,
    known: [...labels.keys()],
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
  if (!filter || [...filter.is, ...filter.isNot].some((label) => label.length > maxLabel))
    return null;
  // These are told apart by raw clicks only.
  if (names.some((each) => filters[each]?.named)) return null;
  if (names.length === 1) return { name, ...filter };
  const isPlace =
    (name === "region" || name === "city") &&
    filter.is.length > 0 &&
    !filter.is.includes(absentLabel(name));
  return names.length === 2 && isPlace && filters.country && names[0] === "country"
    ? { name, ...filter, country: filters.country }
    : null;
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

const pairsWith: { [Name in FilterName]?: Pair[] } = {
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

function pairsOf({ name, is, isNot }: Wanted): Pair[] {
  const absent = absentLabel(name);
  const hasUnnamed = is.length > 0 ? is.includes(absent) : !isNot.includes(absent);
  return (pairsWith[name] ?? []).filter(({ isNamedOnly }) => !isNamedOnly || !hasUnnamed);
}

interface Matching {
  days: Counts;
  labels: Map<DimensionName, LabelCount[]>;
}

interface Row {
  days: { ms: number; total: number; named: number; listed: number; isCapped: boolean }[];
  labels: { pair: number; label: string; detail: string; count: number; isCapped: boolean }[];
  unread: number;
  clicksSince: Date | null;
  placesSince: Date;
}

/**
 * Clicks by day and by the labels of these pairs that pass the filter; null if not all are known.
 * Unique visitors are 0.
 */
async function readMatching(
  reader: Reader,
  scope: Scope,
  dateRange: DateRange,
  wanted: Wanted,
  of: readonly Pair[],
): Promise<Matching | null> {
  const { name, is, isNot } = wanted;
  const absent = absentLabel(name);
  const listed = is.length > 0 ? is.filter((label) => !isNot.includes(label)) : isNot;
  // Clicks without a label are those of the day without all labels.
  const hasAbsent = listed.includes(absent);
  const plan = planOf({ scope, dateRange, of: "labels" });
  const labels = plan.labels({
    dimensions: [filterDimensions[name]],
    isDaily: true,
    ...(hasAbsent ? {} : { only: [...listed, otherLabel] }),
  });
  const isListed = Prisma.sql`"label" = ANY(${listed}::text[]) AND ${wanted.country ? passesLabel("detail", "country", wanted.country) : Prisma.sql`true`}`;
  const [row] = await reader.$queryRaw<[Row]>(
    plan.tables.select(Prisma.sql`
    SELECT
      ${listOf(Prisma.sql`
        SELECT extract(epoch FROM "day"::timestamp) * 1000 AS "ms", d."clicks" AS "total", coalesce("named", 0) AS "named", coalesce("listed", 0) AS "listed",
               coalesce("isCapped", false) AS "isCapped"
        FROM (${plan.days()}) d LEFT JOIN (
          SELECT "day", sum("clicks") AS "named", sum("clicks") FILTER (WHERE ${isListed}) AS "listed", bool_or("label" = ${otherLabel} AND "clicks" > 0) AS "isCapped"
          FROM (${labels}) l GROUP BY "day"
        ) l USING ("day")`)} AS "days",
      ${
        of.length > 0
          ? listOf(
              Prisma.join(
                of.map((pair, index) => paired(plan, wanted, pair, index)),
                " UNION ALL ",
              ),
            )
          : noRows
      } AS "labels",
      ${plan.unread()} AS "unread", "clicksSince", "placesSince"
    FROM "RollupState"`),
  );
  const { days, unread, clicksSince, placesSince } = row;
  if (
    unread > 0 ||
    (clicksSince && clicksSince > dateRange.since) ||
    days.some(({ isCapped }) => isCapped)
  )
    return null;
  const clicksOf = ({ total, named, listed }: Row["days"][number]) => {
    const matching = listed + (hasAbsent ? total - named : 0);
    return is.length > 0 ? matching : total - matching;
  };
  return {
    days: new Map(days.map((day) => [day.ms, { clicks: clicksOf(day), uniqueVisitors: 0 }])),
    labels: new Map(
      of.flatMap((pair, index): [DimensionName, LabelCount[]][] => {
        const found = row.labels.filter((label) => label.pair === index);
        if (
          found.some(({ isCapped }) => isCapped) ||
          (pair.in === "sourceMedium" && dateRange.since < placesSince)
        )
          return [];
        const named = found.filter(({ label }) => label !== "");
        return [
          [
            pair.with,
            named.map(({ label, detail, count }) => ({ label, detail: detail || null, count })),
          ],
        ];
      }),
    ),
  };
}

/**
 * The labels of one dimension with the clicks that pass the filter, most clicks first. Some may be
 * counted under Other.
 */
function paired(plan: Plan, { name, is, isNot }: Wanted, pair: Pair, index: number): Prisma.Sql {
  const shown = Prisma.raw(pair.at === "label" ? '"detail"' : '"label"');
  // A region or city is shown with its country.
  const detail = Prisma.raw(!isPairName(pair.in) && pair.at === "detail" ? '"detail"' : "''");
  return Prisma.sql`
    (SELECT ${Prisma.raw(String(index))} AS "pair", ${shown} AS "label", ${detail} AS "detail", sum("clicks") AS "count", bool_or("label" = ${otherLabel}) AS "isCapped"
    FROM (${plan.labels({ dimensions: [pair.in] })}) l
    WHERE "label" = ${otherLabel} OR ${passesLabel(pair.at, name, { is, isNot })}
    GROUP BY 2, 3 HAVING sum("clicks") > 0 ORDER BY 4 DESC, ${shown} COLLATE "C", ${detail} COLLATE "C")`;
}

/** Whether a label of a pair passes; an empty one stands for none. */
function passesLabel(
  column: "label" | "detail",
  name: FilterName,
  { is, isNot }: Filter,
): Prisma.Sql {
  const label = Prisma.sql`coalesce(nullif(${Prisma.raw(`"${column}"`)}, ''), ${absentLabel(name)})`;
  return Prisma.sql`(${is.length > 0 ? Prisma.sql`${label} = ANY(${is}::text[])` : Prisma.sql`true`} AND ${label} <> ALL(${isNot}::text[]))`;
}

/** Adds the clicks without a label, which have no rows. */
function withAbsent(labels: readonly LabelCount[], absent: string, clicks: number): LabelCount[] {
  const missing = clicks - labels.reduce((total, { count }) => total + count, 0);
  const known = labels.find(({ label, detail }) => label === absent && detail === null);
  const named = known && absent === "None" ? { named: known.count } : {};
  if (missing <= 0) return labels.map((each) => (each === known ? { ...each, ...named } : each));
  const others = labels.filter((each) => each !== known);
  const next = { label: absent, detail: null, count: missing + (known?.count ?? 0), ...named };
  const place = others.findIndex(
    ({ label, count }) => count < next.count || (count === next.count && label > absent),
  );
  return place === -1 ? [...others, next] : others.toSpliced(place, 0, next);
}
