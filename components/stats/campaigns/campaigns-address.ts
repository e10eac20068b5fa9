import type { Route } from "next";
import type { CampaignsQuery } from "@/lib/stats/query/campaigns-query";
import type { Filters } from "@/lib/stats/query/query";
import { defaultPageQuery, linkPageHref, setRange } from "../page-address";

/** The URL parameters of `query`, without default values. */
export function campaignsParameters({
  range,
  by,
  campaign,
  tag,
  slug,
}: CampaignsQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  setRange(parameters, range);
  if (by !== "source") parameters.set("by", by);
  if (campaign !== null) parameters.set("campaign", campaign);
  if (tag !== null) parameters.set("tag", tag);
  if (slug !== null) parameters.set("link", slug);
  return parameters;
}

/** The URL of the campaigns page. Switching between sources and mediums drops the selected tag. */
export function campaignsHref(query: CampaignsQuery, changes: Partial<CampaignsQuery> = {}): Route {
  const changed =
    changes.by && changes.by !== query.by
      ? { ...query, tag: null, ...changes }
      : { ...query, ...changes };
  const text = campaignsParameters(changed).toString();
  return `/dashboard/campaigns${text && `?${text}`}` as Route;
}

/**
 * The URL of a link's page, filtered by a campaign and optionally a source or medium. `Other`
 * cannot be filtered by.
 */
export function campaignLinkHref(
  { range, by }: CampaignsQuery,
  slug: string,
  campaign: string,
  tag: string | null,
): Route {
  const filters: Filters = {
    ...(campaign === "Other" ? {} : { utm_campaign: { is: [campaign], isNot: [] } }),
    ...(tag === null || tag === "Other"
      ? {}
      : { [by === "source" ? "utm_source" : "utm_medium"]: { is: [tag], isNot: [] } }),
  };
  return linkPageHref(slug, { ...defaultPageQuery, range, filters });
}
