import type { PageQuery } from "@/lib/stats/page-query";
import { filterParameters } from "./page-address";

/** The curl command that returns the statistics shown on the page. */
export function statisticsCurl(slug: string, { days, compare, filters }: PageQuery, baseUrl: string): string {
  const parameters = new URLSearchParams({
    days: String(days),
    ...(compare ? { compare: "weekdays" } : {}),
    ...(days === 1 ? { interval: "hour" } : {}),
  });
  for (const [name, value] of filterParameters(filters)) parameters.append(name, value);
  // An unescaped quote would end the shell argument.
  const url = `${baseUrl}/api/links/${slug}/stats?${parameters}`.replaceAll("'", "%27");
  return `curl -s '${url}' -H "Authorization: Bearer $API_TOKEN"`;
}
