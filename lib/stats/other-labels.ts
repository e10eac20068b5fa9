import { getLinkReport, type LinkReport } from "./link-report";
import { type FilterName, filterDimensions, filterNames, type LinkStatisticsQuery } from "./query";

/**
 * For each dimension that is filtered, the report without that one filter, with that breakdown alone: what else could be
 * chosen. Throws `not_found` and `statistics_timeout`.
 */
export async function listOtherLabels(slug: string, query: LinkStatisticsQuery): Promise<Partial<Record<FilterName, LinkReport>>> {
  const filtered = filterNames.filter((name) => query.filters[name]);
  const reports = await Promise.all(
    filtered.map(async (name): Promise<[FilterName, LinkReport]> => {
      const filters = { ...query.filters, [name]: undefined };
      return [name, await getLinkReport(slug, { ...query, filters, compare: null }, { breakdowns: [filterDimensions[name]], recent: 0 })];
    }),
  );
  return Object.fromEntries(reports);
}
