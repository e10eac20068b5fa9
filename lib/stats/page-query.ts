import { z } from "zod";
import { type DateRange, lastDays, rangeBetween } from "../core/date-range";
import { dayMs, isoDate, startOfDay } from "../core/day";
import type { Link } from "../links/link";
import { linkState } from "../links/link-state";
import { type Filters, filterNames, type LinkStatisticsQuery, statsQuerySchema } from "./query";
import { type Interval, intervals } from "./series";
import { rangePresets } from "./smallest-range";

export const charts = ["clicks", "visitors", "bots"] as const;
export type ChartName = (typeof charts)[number];

export interface PageQuery {
  /** One of the presets, which end with today; `all` begins with the link's creation. */
  days: number | "all";
  /** Dates, both included, that take precedence over `days`. */
  between: { from: string; to: string } | null;
  /** Compares with the preceding range, shifted by whole weeks. */
  compare: boolean;
  chart: ChartName;
  /** Null: chosen by the length of the range. */
  interval: Interval | null;
  filters: Filters;
}

export type SearchParams = Record<string, string | string[] | undefined>;

/** One of the presets; 30 days for anything else. */
export const rangeSchema = z.coerce
  .number()
  .refine((days) => rangePresets.some((preset) => preset === days))
  .catch(30);

const pageSchema = z.object({
  days: z.literal("all").or(rangeSchema),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  chart: z.enum(charts).catch("clicks"),
  interval: z.enum(intervals).nullable().default(null).catch(null),
});

/** Parses the page's query. Invalid values fall back to defaults, because people bookmark and edit URLs. */
export function parsePageQuery(given: SearchParams): PageQuery {
  const filters: Filters = {};
  for (const name of filterNames) {
    const filter = statsQuerySchema.shape[name].safeParse(given[name]).data;
    if (filter) filters[name] = filter;
  }
  const { days, from, to, chart, interval } = pageSchema.parse(given);
  const [first, last] = [from ?? to, to ?? from].sort();
  return { days, between: first && last ? { from: first, to: last } : null, compare: given.compare !== "off", chart, interval, filters };
}

const maxDays = 1_830;

/** The days that the page covers. All of a link's time ends with its expiry, if that is over. */
export function dateRangeOf({ days, between }: Pick<PageQuery, "days" | "between">, link: Link, now: Date): DateRange {
  if (between) return atMost(new Date(between.from), new Date(between.to), now);
  if (days !== "all") return lastDays(days, now);
  const isExpired = link.expiresAt !== null && linkState({ ...link, enabled: true }, now) === "expired";
  return atMost(new Date(link.createdAt), isExpired ? new Date(link.expiresAt ?? now) : now, now);
}

/** Ends today at the latest, and is at most five years long. */
function atMost(first: Date, last: Date, now: Date): DateRange {
  const end = startOfDay(last < now ? last : now);
  const start = Math.max(startOfDay(first).getTime(), end.getTime() - (maxDays - 1) * dayMs);
  return rangeBetween(new Date(Math.min(start, end.getTime())), end);
}

/** The range as `from` and `to` of the API. */
export function datesBetween({ since, until }: DateRange): { from: string; to: string } {
  return { from: isoDate(since), to: isoDate(new Date(until.getTime() - dayMs)) };
}

export function toStatisticsQuery(query: PageQuery, link: Link, now: Date): LinkStatisticsQuery {
  const dateRange = dateRangeOf(query, link, now);
  const interval = intervalOf(query, link, dateRange) === "hour" ? "hour" : null;
  return { dateRange, filters: query.filters, interval, compare: query.compare && query.days !== "all" ? "weekdays" : null };
}

/** Days of the range on which the link existed; at least one. */
export function daysSinceCreation({ createdAt }: Link, { since, until }: DateRange): number {
  const first = Math.max(since.getTime(), startOfDay(new Date(createdAt)).getTime());
  return Math.max(1, (until.getTime() - first) / dayMs);
}

/** The intervals that draw a range of these days with two points at least and not too many, finest first. */
export function intervalsFor(days: number): Interval[] {
  if (days === 1) return ["hour"];
  return [
    ...(days <= 14 ? ["hour" as const] : []),
    ...(days <= 400 ? ["day" as const] : []),
    ...(days > 13 ? ["week" as const] : []),
    ...(days > 61 ? ["month" as const] : []),
  ];
}

/** The interval of the chart: hours for a link's first days, weeks and months for a long range. */
export function intervalOf({ interval }: Pick<PageQuery, "interval">, link: Link, dateRange: DateRange): Interval {
  const days = daysSinceCreation(link, dateRange);
  if (interval && intervalsFor(days).includes(interval)) return interval;
  return days <= 3 ? "hour" : days <= 92 ? "day" : days <= 200 ? "week" : "month";
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
