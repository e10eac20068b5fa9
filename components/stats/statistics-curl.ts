import type { Link } from "@/lib/links/link";
import { dateRangeOf, datesBetween, intervalOf, type PageQuery } from "@/lib/stats/page-query";
import { filterParameters } from "./page-address";

/** The curl command that returns the statistics shown on the page. */
export function statisticsCurl(link: Link, query: PageQuery, baseUrl: string, now: Date): string {
  const { days, between, compare, filters } = query;
  const dateRange = dateRangeOf(query, link, now);
  const interval = intervalOf(query, link, dateRange);
  const parameters = new URLSearchParams({
    ...(between || days === "all" ? datesBetween(dateRange) : { days: String(days) }),
    ...(compare && days !== "all" ? { compare: "weekdays" } : {}),
    // The API returns hours for a month at most.
    ...(interval === "day" || (interval === "hour" && dateRange.days > 31) ? {} : { interval }),
  });
  for (const [name, value] of filterParameters(filters)) parameters.append(name, value);
  // An unescaped quote would end the shell argument.
  const url = `${baseUrl}/api/links/${link.slug}/stats?${parameters}`.replaceAll("'", "%27");
  return `curl -s '${url}' -H "Authorization: Bearer $API_TOKEN"`;
}
