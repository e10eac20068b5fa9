import type { Route } from "next";
import type { RangeChoice } from "@/lib/core/range-choice";
import { filterPairs } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";

export const defaultPageQuery: PageQuery = {
  range: 30,
  timeZone: "UTC",
  compare: "previous",
  chart: "clicks",
  interval: null,
  filters: {},
  more: "clicks",
};

/** The URL parameters of `query`, without default values. */
export function pageParameters({
  range,
  compare,
  chart,
  interval,
  filters,
  more,
}: PageQuery): URLSearchParams {
  const parameters = new URLSearchParams(filterPairs(filters));
  setRange(parameters, range);
  if (chart !== "clicks") parameters.set("chart", chart);
  if (interval) parameters.set("interval", interval);
  if (compare !== "previous") parameters.set("compare", compare);
  if (more !== "clicks") parameters.set("more", more);
  return parameters;
}

/** Names and numbers of days stay relative to the day on which the URL is opened. */
function setRange(parameters: URLSearchParams, range: RangeChoice): void {
  if (typeof range === "object") {
    parameters.set("from", range.from);
    parameters.set("to", range.to);
  } else if (range !== 30) {
    parameters.set(typeof range === "number" || range === "all" ? "days" : "range", `${range}`);
  }
}

/**
 * The statistics page of one link. Other pages with a report have parameters of their own:
 * `/dashboard/statistics?tag=spring`.
 */
export function linkPage(slug: string): string {
  return `/dashboard/links/${slug}`;
}

/** The URL of a page with a report for a query. */
export function pageHref(page: string, query: PageQuery, changes: Partial<PageQuery> = {}): Route {
  const text = pageParameters({ ...query, ...changes }).toString();
  return `${page}${text && `${page.includes("?") ? "&" : "?"}${text}`}` as Route;
}

export function linkPageHref(
  slug: string,
  query: PageQuery,
  changes: Partial<PageQuery> = {},
): Route {
  return pageHref(linkPage(slug), query, changes);
}
