import { z } from "zod";
import { lastDays } from "../core/date-range";
import { type Filters, filterNames, type LinkStatisticsQuery, statsQuerySchema } from "./query";
import { rangePresets } from "./smallest-range";

export interface PageQuery {
  /** One of the presets. The date range ends with today. */
  days: number;
  /** Compares with the preceding range, shifted by whole weeks. */
  compare: boolean;
  filters: Filters;
}

export type SearchParams = Record<string, string | string[] | undefined>;

/** One of the presets; 30 days for anything else. */
export const rangeSchema = z.coerce
  .number()
  .refine((days) => rangePresets.some((preset) => preset === days))
  .catch(30);

/** Parses the page's query. Invalid values fall back to defaults, because people bookmark and edit URLs. */
export function parsePageQuery(given: SearchParams): PageQuery {
  const filters: Filters = {};
  for (const name of filterNames) {
    const filter = statsQuerySchema.shape[name].safeParse(given[name]).data;
    if (filter) filters[name] = filter;
  }
  return { days: rangeSchema.parse(given.days), compare: given.compare !== "off", filters };
}

export function toStatisticsQuery({ days, compare, filters }: PageQuery, now: Date): LinkStatisticsQuery {
  return { dateRange: lastDays(days, now), filters, interval: days === 1 ? "hour" : null, compare: compare ? "weekdays" : null };
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
