import { comparisons, rangeBefore } from "@/lib/core/date-range";
import { filterPairs } from "@/lib/stats/query/filters";
import {
  dateRangeOf,
  earlierRangeOf,
  intervalOf,
  type PageQuery,
  type Subject,
} from "@/lib/stats/query/page-query";

/**
 * The curl command that returns the statistics shown on the page, from this path of the API, which
 * may have parameters.
 */
export function statisticsCurl(
  path: string,
  subject: Subject,
  query: PageQuery,
  baseUrl: string,
  now: Date,
): string {
  const { range, timeZone, filters } = query;
  const dateRange = dateRangeOf(query, subject, now);
  const before = earlierRangeOf(query, subject, now);
  // The API does not know every month before.
  const compare = comparisons.find((name) => {
    const { from, to } = rangeBefore(dateRange, name);
    return before?.from === from && before.to === to;
  });
  const interval = intervalOf(query, subject, dateRange);
  const [pathname, own] = path.split("?");
  const parameters = new URLSearchParams([
    ...new URLSearchParams(own),
    ...Object.entries(
      typeof range === "number"
        ? { days: String(range) }
        : { from: dateRange.from, to: dateRange.to },
    ),
    ...(timeZone === "UTC" ? [] : [["timezone", timeZone]]),
    ...(compare ? [["compare", compare]] : []),
    // The API returns hours for a month at most.
    ...(interval === "day" || (interval === "hour" && dateRange.days > 31)
      ? []
      : [["interval", interval]]),
    ...filterPairs(filters),
  ]);
  // An unescaped quote would end the shell argument.
  const url = `${baseUrl}${pathname}?${parameters}`.replaceAll("'", "%27");
  return `curl -s '${url}' -H "Authorization: Bearer $SLUGLINE_TOKEN"`;
}
