import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { Texts } from "@/lib/texts/translator";
import { written } from "./filter-tokens";

/** What a view keeps, as it is written in the search, and its order. */
export function viewSummary(
  query: BrowseQuery,
  t: Texts<"links.views">,
  filters: Texts<"links.filters">,
): string {
  const { q, state, tag = [], notTag = [], tagMode, sort } = query;
  const token = (name: string, value: string | undefined) =>
    value ? [`${name}:${written(value).trim()}`] : [];
  const parts = [
    ...(q ? [t("quoted", { text: q })] : []),
    ...token("state", state === "all" ? "" : filters(`states.${state}`)),
    ...tag.flatMap((name) => token("tag", name)),
    ...(tag.length > 1 && tagMode === "all" ? [t("allOfTags")] : []),
    ...notTag.flatMap((name) => token("-tag", name)),
    ...token("campaign", query.campaign),
    ...token("channel", query.channel),
    ...token("destination", query.destination),
    ...token("by", query.createdBy),
    ...(query.slug ? [t("someLinks", { count: query.slug.length })] : []),
  ];
  const kept = parts.length > 0 ? parts : [t("all")];
  return t("keeps", { parts: t.list([...kept, filters(`orders.${sort}`)]) });
}
