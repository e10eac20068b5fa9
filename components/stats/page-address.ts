import type { Route } from "next";
import type { PageQuery } from "@/lib/stats/page-query";
import type { FilterName, Filters } from "@/lib/stats/query";

export const defaultPageQuery: PageQuery = { days: 30, between: null, compare: true, chart: "clicks", interval: null, filters: {} };

/** The URL parameters of `query`, without default values. The API takes the same ones. */
export function pageParameters({ days, between, compare, chart, interval, filters }: PageQuery): URLSearchParams {
  const parameters = filterParameters(filters);
  if (between) {
    parameters.set("from", between.from);
    parameters.set("to", between.to);
  } else if (days !== 30) parameters.set("days", String(days));
  if (chart !== "clicks") parameters.set("chart", chart);
  if (interval) parameters.set("interval", interval);
  if (!compare) parameters.set("compare", "off");
  return parameters;
}

export function filterParameters(filters: Filters): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filters).flatMap(([name, filter]) => [
      ...(filter?.is ?? []).map((label) => [name, label]),
      ...(filter?.isNot ?? []).map((label) => [name, `!${label}`]),
    ]),
  );
}

/** The URL of a link's page for a query. */
export function linkPageHref(slug: string, query: PageQuery, changes: Partial<PageQuery> = {}): Route {
  const text = pageParameters({ ...query, ...changes }).toString();
  return `/dashboard/links/${slug}${text && `?${text}`}` as Route;
}

/** Adds a label to the filter `name`, or removes it if it is already there, negated or not. */
export function toggled(filters: Filters, name: FilterName, label: string): Filters {
  const { is, isNot } = filters[name] ?? { is: [], isNot: [] };
  if (is.includes(label) || isNot.includes(label)) return withFilter(filters, name, { is: without(is, label), isNot: without(isNot, label) });
  return withFilter(filters, name, { is: [...is, label], isNot });
}

/** Switches `label` between "is" and "is not". */
export function negated(filters: Filters, name: FilterName, label: string): Filters {
  const { is, isNot } = filters[name] ?? { is: [], isNot: [] };
  const wasIs = is.includes(label);
  return withFilter(
    filters,
    name,
    wasIs ? { is: without(is, label), isNot: [...isNot, label] } : { is: [...is, label], isNot: without(isNot, label) },
  );
}

function withFilter(filters: Filters, name: FilterName, filter: { is: string[]; isNot: string[] }): Filters {
  const { [name]: _, ...others } = filters;
  return filter.is.length + filter.isNot.length === 0 ? others : { ...others, [name]: filter };
}

function without(labels: readonly string[], label: string): string[] {
  return labels.filter((each) => each !== label);
}
