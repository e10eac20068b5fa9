import { getLinkReport, type LinkReport } from "./link-report";
import { type FilterName, filterDimensions, filterNames, type LinkStatisticsQuery } from "./query";

/**
 * For each filtered dimension, the report without that filter and with that breakdown only. It shows which other labels
 * the viewer could select. Throws `not_found` and `statistics_timeout`.
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
