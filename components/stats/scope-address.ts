import type { ReportScope } from "@/lib/stats/report-scope";

/** The statistics page of links with these tags or slugs; of all links without them. */
export function statisticsPage({ tag = [], tagMode, slug = [] }: ReportScope): string {
  const parameters = new URLSearchParams();
  if (tag.length > 0) parameters.set("tag", tag.join(","));
  else if (slug.length > 0) parameters.set("slug", slug.join(","));
  if (tag.length > 1 && tagMode === "all") parameters.set("tagMode", "all");
  return `/dashboard/statistics${parameters.size > 0 ? `?${parameters}` : ""}`;
}
