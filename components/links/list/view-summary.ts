import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { filterNames } from "./filter-names";
import { written } from "./filter-tokens";
import { orderNames } from "./order-names";

/** What a view keeps, as it is written in the search, and its order. */
export function viewSummary(query: BrowseQuery): string {
  const { q, state, tag = [], notTag = [], tagMode, sort } = query;
  const token = (name: string, value: string | undefined) =>
    value ? [`${name}:${written(value).trim()}`] : [];
  const parts = [
    ...(q ? [`“${q}”`] : []),
    ...token("state", state === "all" ? "" : filterNames[state]),
    ...tag.flatMap((name) => token("tag", name)),
    ...(tag.length > 1 && tagMode === "all" ? ["all of these tags"] : []),
    ...notTag.flatMap((name) => token("-tag", name)),
    ...token("campaign", query.campaign),
    ...token("channel", query.channel),
    ...token("destination", query.destination),
    ...token("by", query.createdBy),
  ];
  return `${parts.join(", ") || "all links"}; order: ${orderNames[sort].toLowerCase()}.`;
}
