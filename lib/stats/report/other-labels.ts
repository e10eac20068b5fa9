import { withChannel } from "../query/change-filters";
import type { DimensionName } from "../query/dimensions";
import {
  type FilterName,
  type Filters,
  filterDimensions,
  filterNames,
  type StatisticsQuery,
} from "../query/query";
import type { ReportOptions } from "./report";

/** By what is filtered. A channel is filtered by its source and medium. */
export type OtherLabels<R> = Partial<Record<FilterName | "channel", R>>;

/**
 * For each filtered dimension, the report without that filter and with that breakdown only. It
 * shows which other labels the viewer could select. Throws what `read` does.
 */
export async function listOtherLabels<R>(
  read: (query: StatisticsQuery, options: ReportOptions) => Promise<R>,
  query: StatisticsQuery,
  now: Date,
  { hasChannels = true } = {},
): Promise<OtherLabels<R>> {
  const { filters } = query;
  const filtered = filterNames.filter((name) => filters[name] && name !== "utm_source");
  const readWithout = (filters: Filters, breakdown: DimensionName) =>
    read(
      { ...query, filters },
      { breakdowns: [breakdown], recent: 0, topLinks: 0, comparedAt: now },
    );
  const isChannel = hasChannels && (filters.utm_source || filters.utm_medium);
  const reports = await Promise.all([
    ...filtered.map(
      async (name) =>
        [
          name,
          await readWithout({ ...filters, [name]: undefined }, filterDimensions[name]),
        ] as const,
    ),
    ...(isChannel
      ? [
          readWithout(withChannel(filters, null), "sourceMedium").then(
            (found) => ["channel", found] as const,
          ),
        ]
      : []),
  ]);
  return Object.fromEntries(reports) as OtherLabels<R>;
}
