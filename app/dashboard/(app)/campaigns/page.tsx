import type { Route } from "next";
import { redirect } from "next/navigation";
import { statisticsPage } from "@/components/links/links-href";
import { pageHref } from "@/components/stats/page-address";
import { requireOwner } from "@/lib/owners/require-owner";
import { parsePageQuery, type SearchParams } from "@/lib/stats/query/page-query";
import { parseScope } from "@/lib/stats/query/report-scope";

/**
 * The former page of campaigns, with its own names of filters: it leads to their place among the
 * statistics.
 */
export default async function CampaignsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  await requireOwner("/dashboard/campaigns");
  const { by, campaign, tag, link, ...given } = await searchParams;
  const query = parsePageQuery({
    ...given,
    utm_campaign: campaign,
    [by === "medium" ? "utm_medium" : "utm_source"]: tag,
    more: "campaigns",
  });
  redirect(`${pageHref(statisticsPage(parseScope({ slug: link })), query)}#more` as Route);
}
