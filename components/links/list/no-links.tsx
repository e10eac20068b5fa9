import NextLink from "next/link";
import { formatMatches } from "@/lib/core/format";
import type { BrowseQuery, LinkFilter } from "@/lib/stats/list/browse-links";
import { EmptyPage } from "../../layout/empty-page";
import { buttonStyle } from "../../ui/button";
import { linksHref } from "../links-href";
import { filterNames } from "./filter-names";

/** Empty state of a search or filter without results. */
export function NoneMatch({
  query,
  counts,
  goneTag,
  locale,
}: {
  query: BrowseQuery;
  counts: Record<LinkFilter, number>;
  /** A tag of the query that does not exist: saved views and bookmarks may name one. */
  goneTag?: string | undefined;
  locale: string;
}) {
  const { q, state, tag = [], notTag = [] } = query;
  const isBeyond = counts[state] > 0;
  return (
    <EmptyPage
      title={isBeyond ? "Nothing on this page" : noneSentence(query)}
      actions={
        <>
          {isBeyond && (
            <NextLink href={linksHref(query)} className={buttonStyle()}>
              Go to first page
            </NextLink>
          )}
          {!isBeyond && state !== "all" && (
            <NextLink href={linksHref(query, { state: "all" })} className={buttonStyle()}>
              Show all links
            </NextLink>
          )}
          {!isBeyond && query.createdBy && (
            <NextLink href={linksHref(query, { createdBy: undefined })} className={buttonStyle()}>
              Show everybody's links
            </NextLink>
          )}
          {!isBeyond && (query.campaign || query.channel || query.destination) && (
            <NextLink
              href={linksHref(query, {
                campaign: undefined,
                channel: undefined,
                destination: undefined,
              })}
              className={buttonStyle()}
            >
              Clear filters
            </NextLink>
          )}
          {!isBeyond && tag.length + notTag.length > 0 && (
            <NextLink href={linksHref(query, { tag: [], notTag: [] })} className={buttonStyle()}>
              Clear tags
            </NextLink>
          )}
          {!isBeyond && q && (
            <NextLink href={linksHref(query, { q: "" })} className={buttonStyle()}>
              Clear search
            </NextLink>
          )}
        </>
      }
    >
      {isBeyond
        ? "Links may have been deleted."
        : goneTag
          ? `There is no tag “${goneTag}”: it may have been deleted.`
          : withoutFilter(query, counts, locale)}
    </EmptyPage>
  );
}

function noneSentence({
  q,
  state,
  tag = [],
  tagMode,
  notTag = [],
  campaign,
  channel,
  destination,
  createdBy,
}: BrowseQuery): string {
  const kind =
    state === "all"
      ? "links"
      : state === "broken"
        ? "links with a broken destination"
        : `${filterNames[state].toLowerCase()} links`;
  const tagged = tag.length > 0 ? ` tagged ${tag.join(tagMode === "all" ? " and " : " or ")}` : "";
  const without = notTag.length > 0 ? ` without ${notTag.join(" and ")}` : "";
  const whose = createdBy ? ` created by ${createdBy === "me" ? "you" : createdBy}` : "";
  const shared = [channel && ` shared through ${channel}`, campaign && ` in campaign ${campaign}`]
    .filter(Boolean)
    .join("");
  const leading = destination ? ` leading to ${destination}` : "";
  return `No ${kind}${whose}${tagged}${without}${shared}${leading}${q ? ` match “${q}”` : ""}`;
}

function withoutFilter(
  { q, state }: BrowseQuery,
  counts: Record<LinkFilter, number>,
  locale: string,
): string {
  if (state === "all")
    return q ? "Search covers slug, title, URL and note. Try a shorter term." : "";
  if (counts.all === 0) return q ? "No links in other states match either." : "";
  const others = counts.all === 1 ? "1 link" : `${formatMatches(counts.all, q, locale)} links`;
  return q
    ? `${others} in other states ${counts.all === 1 ? "matches" : "match"}.`
    : `${others} in other states.`;
}
