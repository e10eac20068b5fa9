import { z } from "zod";
import { type Comparison, type DateRange, rangeBefore } from "../../core/date-range";
import { dayMs } from "../../core/day";
import { localDate } from "../../core/local-time";
import {
  calendarRanges,
  chosenRange,
  type RangeChoice,
  type RangeLimits,
  sameDaysBefore,
} from "../../core/range-choice";
import type { Link } from "../../links/link";
import { linkState } from "../../links/link-state";
import { type FilterValues, filterParameters, filterShape, filtersOf } from "./filter-parameters";
import { type Filters, hasFilters } from "./filters";
import type { StatisticsQuery } from "./query";
import { defaultInterval, type Interval, intervals } from "./series";

export const charts = ["clicks", "visitors", "bots"] as const;
export type ChartName = (typeof charts)[number];

/** What the last card of a page with a report shows. */
export const details = ["clicks", "hours", "campaigns", "bots"] as const;
export type DetailName = (typeof details)[number];

/** The first is the default: whole months with those before, anything else with as many days. */
export const pageComparisons = ["previous", "weekdays", "year", "off"] as const;
type PageComparison = (typeof pageComparisons)[number];

export interface PageQuery {
  range: RangeChoice;
  /**
   * The viewer's, in which days begin. It is no part of the URL, so that everybody sees their own
   * days.
   */
  timeZone: string;
  compare: PageComparison;
  chart: ChartName;
  /** Null: chosen by the length of the range. */
  interval: Interval | null;
  filters: Filters;
  more: DetailName;
}

/** What a page with a report needs to know about its link, or about all its links together. */
export type Subject = Pick<
  Link,
  "createdAt" | "expiresAt" | "clickCount" | "lastClickedAt" | "botHitCount"
>;

export type SearchParams = Record<string, string | string[] | undefined>;

const rangePresets = [1, 7, 30, 90, 365] as const;

/** In the years that the API takes. */
const date = z.iso
  .date()
  .refine((text) => text >= "1900" && text < "9999")
  .optional()
  .catch(undefined);

const rangeSchema = z.object({
  days: z
    .literal("all")
    .or(z.coerce.number().refine((days) => rangePresets.some((preset) => preset === days)))
    .catch(30),
  range: z.enum(calendarRanges).optional().catch(undefined),
  from: date,
  to: date,
});

/** Two dates take precedence over a name, and that over days. 30 days for anything else. */
function parseRange(given: SearchParams): RangeChoice {
  const { days, range, from, to } = rangeSchema.parse(given);
  const [first, last] = [from ?? to, to ?? from].sort();
  return first && last ? { from: first, to: last } : (range ?? days);
}

const pageSchema = z.object({
  compare: z.enum(pageComparisons).catch("previous"),
  chart: z.enum(charts).catch("clicks"),
  interval: z.enum(intervals).nullable().default(null).catch(null),
  more: z.enum(details).catch("clicks"),
});

/**
 * Parses the page's query. Invalid values fall back to defaults, because people bookmark and edit
 * URLs.
 */
export function parsePageQuery(given: SearchParams, timeZone = "UTC"): PageQuery {
  const read = filterParameters.map((name) => [
    name,
    filterShape[name].safeParse(given[name]).data,
  ]);
  const filters = filtersOf(Object.fromEntries(read) as FilterValues);
  const { chart, more, ...rest } = pageSchema.parse(given);
  const shown = <T extends string>(name: T) =>
    name === "bots" && !hasBots(filters) ? ("clicks" as const) : name;
  return {
    range: parseRange(given),
    timeZone,
    ...rest,
    chart: shown(chart),
    more: shown(more),
    filters,
  };
}

/** Bot hits have no properties to filter by, so filtered reports leave them out. */
export function hasBots(filters: Filters): boolean {
  return !hasFilters(filters);
}

type Asked = Pick<PageQuery, "range" | "timeZone">;

/** All time begins with the creation, and ends with an expiry that is over. */
export function limitsOf({ timeZone }: Asked, subject: Subject, now: Date): RangeLimits {
  const isExpired =
    subject.expiresAt !== null && linkState({ ...subject, enabled: true }, now) === "expired";
  return {
    today: localDate(now, timeZone),
    first: localDate(new Date(subject.createdAt), timeZone),
    last: localDate(isExpired ? new Date(subject.expiresAt ?? now) : now, timeZone),
    timeZone,
  };
}

/** The days that the page covers. */
export function dateRangeOf(query: Asked, subject: Subject, now: Date): DateRange {
  return chosenRange(query.range, limitsOf(query, subject, now));
}

/** All time has nothing before it. */
function comparisonOf(query: PageQuery, limits: RangeLimits): Comparison | null {
  const { compare, range } = query;
  if (compare === "off" || range === "all") return null;
  return compare === "previous" ? (sameDaysBefore(range, limits) ?? compare) : compare;
}

/** What the page compares its days with; null if with nothing. */
export function earlierRangeOf(query: PageQuery, subject: Subject, now: Date): DateRange | null {
  const { dateRange, compare } = toStatisticsQuery(query, subject, now);
  return compare && rangeBefore(dateRange, compare);
}

export function toStatisticsQuery(query: PageQuery, subject: Subject, now: Date): StatisticsQuery {
  const dateRange = dateRangeOf(query, subject, now);
  const interval = intervalOf(query, subject, dateRange) === "hour" ? "hour" : null;
  return {
    dateRange,
    filters: query.filters,
    interval,
    compare: comparisonOf(query, limitsOf(query, subject, now)),
  };
}

/** Days of the range on which the link existed; at least one. */
export function daysSinceCreation(
  { createdAt }: Subject,
  { from, to, timeZone }: DateRange,
): number {
  const first = [from, localDate(new Date(createdAt), timeZone)].sort()[1] ?? from;
  return Math.max(1, (Date.parse(to) - Date.parse(first)) / dayMs + 1);
}

/**
 * The intervals that draw a range of these days with two points at least and not too many, finest
 * first.
 */
export function intervalsFor(days: number): Interval[] {
  if (days === 1) return ["hour"];
  return [
    ...(days <= 14 ? ["hour" as const] : []),
    ...(days <= 400 ? ["day" as const] : []),
    ...(days > 13 ? ["week" as const] : []),
    ...(days > 61 ? ["month" as const] : []),
  ];
}

/** The interval of the chart, by the days on which there was something to count. */
export function intervalOf(
  { interval, filters }: Pick<PageQuery, "interval" | "filters">,
  subject: Subject,
  dateRange: DateRange,
): Interval {
  const days = daysSinceCreation(subject, dateRange);
  if (interval && intervalsFor(days).includes(interval)) return interval;
  // Of filtered clicks, roll-ups have days only.
  return days > 3 && days <= 7 && hasFilters(filters) ? "day" : defaultInterval(days);
}

/** Query parameters in the form that Next passes to pages: one value, or a list if repeated. */
export function searchParamsOf(url: string): SearchParams {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** The smallest preset that includes the last click; null if none does or there is no click. */
export function smallestRangeWithData(
  lastClickedAt: string | null,
  now: Date,
  timeZone = "UTC",
): (typeof rangePresets)[number] | null {
  if (lastClickedAt === null) return null;
  const [today, last] = [now, new Date(lastClickedAt)].map((at) =>
    Date.parse(localDate(at, timeZone)),
  ) as [number, number];
  const daysAgo = (today - last) / dayMs;
  return rangePresets.find((days) => daysAgo < days) ?? null;
}
