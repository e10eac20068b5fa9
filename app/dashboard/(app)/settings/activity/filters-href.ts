import type { Route } from "next";
import type { EventsQuery } from "@/lib/audit/list-events";

export const activityPath = "/dashboard/settings/activity";
export const linkActivityPath = "/dashboard/settings/activity/links";

/** Without what is not set. */
export function parametersOf({ page: _, ...filters }: EventsQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
}

interface Target {
  path?: string;
  page?: number;
  excel?: boolean;
}

export function hrefOf(
  query: EventsQuery,
  { path = activityPath, page = 1, excel = false }: Target,
): Route {
  const parameters = new URLSearchParams(parametersOf(query));
  if (page > 1) parameters.set("page", String(page));
  if (excel) parameters.set("excel", "1");
  return (parameters.size > 0 ? `${path}?${parameters}` : path) as Route;
}
