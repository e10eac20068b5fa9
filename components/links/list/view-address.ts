import type { Route } from "next";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";
import { linksHref } from "../links-href";

/** Whether both choose the same links in the same order. */
export function isSameView(a: BrowseQuery, b: BrowseQuery): boolean {
  return addressOf(a) === addressOf(b);
}

/** Whether there is something that a view could keep. */
export function isPlainList(query: BrowseQuery): boolean {
  return addressOf(query) === "/dashboard/links";
}

/** The links page with a view. */
export function viewHref({ id, query }: Pick<SavedView, "id" | "query">): Route {
  return linksHref({ ...query, view: id });
}

function addressOf(query: BrowseQuery): string {
  return linksHref({ ...query, view: undefined });
}
