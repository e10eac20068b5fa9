import { withChannel } from "../query/change-filters";
import type { DimensionName } from "../query/dimensions";
import { type FilterName, type Filters, filterDimensions, filterNames } from "../query/filters";
import type { StatisticsQuery } from "../query/query";
import type { Report, ReportOptions } from "./report";

/** By what is filtered. A channel is filtered by its source and medium. */
export type OtherLabels<R> = Partial<Record<FilterName | "channel", R>>;

/**
 * For each filtered dimension, the report without that filter and with that breakdown only. It
 * shows which other labels the viewer could select. Sources are those of the channels, or by
 * themselves where channels were not counted. Throws what `read` does.
 */
export async function listOtherLabels<R extends Pick<Report, "hasChannels">>(
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
  const readOther = async (name: FilterName): Promise<OtherLabels<R>> => ({
    [name]: await readWithout({ ...filters, [name]: undefined }, filterDimensions[name]),
  });
  const readChannels = async (): Promise<OtherLabels<R>> => {
    const channel = await readWithout(withChannel(filters, null), "sourceMedium");
    const needsSources = !channel.hasChannels && filters.utm_source;
    return { channel, ...(needsSources ? await readOther("utm_source") : {}) };
  };
  const isChannel = hasChannels && (filters.utm_source || filters.utm_medium);
  const reports = await Promise.all([
    ...filtered.map(readOther),
    ...(isChannel ? [readChannels()] : []),
  ]);
  return Object.assign({}, ...reports) as OtherLabels<R>;
}
