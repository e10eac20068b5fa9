import {
  type FilterName,
  filterDimensions,
  filterNames,
  type StatisticsQuery,
} from "../query/query";
import type { ReportOptions } from "./report";

/**
 * For each filtered dimension, the report without that filter and with that breakdown only. It
 * shows which other labels the viewer could select. Throws what `read` does.
 */
export async function listOtherLabels<R>(
  read: (query: StatisticsQuery, options: ReportOptions) => Promise<R>,
  query: StatisticsQuery,
  now: Date,
): Promise<Partial<Record<FilterName, R>>> {
  const filtered = filterNames.filter((name) => query.filters[name]);
  const reports = await Promise.all(
    filtered.map(async (name) => {
      const filters = { ...query.filters, [name]: undefined };
      return [
        name,
        await read(
          { ...query, filters },
          {
            breakdowns: [filterDimensions[name]],
            recent: 0,
            topLinks: 0,
            comparedAt: now,
          },
        ),
      ] as const;
    }),
  );
  return Object.fromEntries(reports) as Partial<Record<FilterName, R>>;
}
