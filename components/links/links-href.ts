import type { Route } from "next";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { OtherScope, ReportScope } from "@/lib/stats/query/report-scope";

/** What selects links, as parameters of a URL; empty for none. */
export type MatchParameters = Record<
  | "q"
  | "state"
  | "tag"
  | "tagMode"
  | "notTag"
  | "campaign"
  | "channel"
  | "destination"
  | "slug"
  | "createdBy",
  string
>;

export function matchParameters({
  q,
  state,
  tag = [],
  tagMode,
  notTag = [],
  campaign = "",
  channel = "",
  destination = "",
  slug = [],
  createdBy = "",
}: BrowseQuery): MatchParameters {
  return {
    q,
    state,
    tag: tag.join(","),
    tagMode: tag.length > 1 && tagMode === "all" ? "all" : "",
    notTag: notTag.join(","),
    campaign,
    channel,
    destination,
    slug: slug.join(","),
    createdBy,
  };
}

/**
 * The URL of a CSV file with the links that match a search and filters; for the viewer's
 * spreadsheet if `excel`.
 */
export function exportHref(which: Partial<MatchParameters>, { excel = false } = {}): string {
  const state = which.state === "all" ? "" : (which.state ?? "");
  const all = Object.entries({ ...which, state, excel: excel ? "1" : "" });
  const given = all.filter(([, value]) => value);
  return `/dashboard/settings/data/export?${new URLSearchParams(given)}`;
}

/** The URL of the list of links with a tag. */
export function tagHref(name: string): Route {
  return `/dashboard/links?${new URLSearchParams({ tag: name })}` as Route;
}

/** The URL of the list of these links, selected for those who may change them. */
export function slugsHref(slugs: readonly string[]): Route {
  const parameters = new URLSearchParams({ slug: slugs.join(","), select: "all" });
  return `/dashboard/links?${parameters}` as Route;
}

/**
 * The URL of the links page for a query, without default values. A changed search, filter or sort
 * order starts at page 1.
 */
export function linksHref(query: BrowseQuery, changes: Partial<BrowseQuery> = {}): Route {
  const all = { ...query, page: 1, ...changes };
  const { state, ...others } = matchParameters(all);
  const parameters = new URLSearchParams({
    ...others,
    state: state === "all" ? "" : state,
    sort: all.sort === "newest" ? "" : all.sort,
    page: all.page > 1 ? String(all.page) : "",
    view: all.view ?? "",
  });
  for (const [name, value] of [...parameters]) if (!value) parameters.delete(name);
  const text = parameters.toString();
  return `/dashboard/links${text && `?${text}`}` as Route;
}

/**
 * The statistics page of links with these tags or slugs; of all links without them. `other`: the
 * link, tag, campaign or channel that its chart has, too.
 */
export function statisticsPage(
  { tag = [], tagMode, slug = [] }: ReportScope,
  other: OtherScope | null = null,
): string {
  const parameters = new URLSearchParams();
  if (tag.length > 0) parameters.set("tag", tag.join(","));
  else if (slug.length > 0) parameters.set("slug", slug.join(","));
  if (tag.length > 1 && tagMode === "all") parameters.set("tagMode", "all");
  if (other) parameters.set("with", otherParameter(other));
  return `/dashboard/statistics${parameters.size > 0 ? `?${parameters}` : ""}`;
}

/** The parameter that `parseOther` reads. */
export function otherParameter({ tag, slug = [], campaign, channel }: OtherScope): string {
  if (tag) return `tag:${tag[0]}`;
  if (campaign) return `campaign:${campaign}`;
  if (channel)
    return `channel:${[channel.source, channel.medium].map(encodeURIComponent).join("/")}`;
  return slug[0] ?? "";
}
