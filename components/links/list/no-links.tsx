import NextLink from "next/link";
import { useTexts } from "#texts";
import { formatMatches } from "@/lib/core/format";
import type { BrowseQuery, LinkFilter } from "@/lib/stats/list/browse-links";
import type { Texts } from "@/lib/texts/translator";
import { EmptyPage } from "../../layout/empty-page";
import { buttonStyle } from "../../ui/button";
import { linksHref } from "../links-href";

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
  const t = useTexts("links.list");
  const { q, state, tag = [], notTag = [] } = query;
  const isBeyond = counts[state] > 0;
  return (
    <EmptyPage
      title={isBeyond ? t("beyond") : t("noneMatch")}
      actions={
        <>
          {isBeyond && (
            <NextLink href={linksHref(query)} className={buttonStyle()}>
              {t("firstPage")}
            </NextLink>
          )}
          {!isBeyond && state !== "all" && (
            <NextLink href={linksHref(query, { state: "all" })} className={buttonStyle()}>
              {t("showAll")}
            </NextLink>
          )}
          {!isBeyond && query.createdBy && (
            <NextLink href={linksHref(query, { createdBy: undefined })} className={buttonStyle()}>
              {t("showEverybody")}
            </NextLink>
          )}
          {!isBeyond && (query.campaign || query.channel || query.destination || query.slug) && (
            <NextLink
              href={linksHref(query, {
                campaign: undefined,
                channel: undefined,
                destination: undefined,
                slug: undefined,
              })}
              className={buttonStyle()}
            >
              {t("clearFilters")}
            </NextLink>
          )}
          {!isBeyond && tag.length + notTag.length > 0 && (
            <NextLink href={linksHref(query, { tag: [], notTag: [] })} className={buttonStyle()}>
              {t("clearTags")}
            </NextLink>
          )}
          {!isBeyond && q && (
            <NextLink href={linksHref(query, { q: "" })} className={buttonStyle()}>
              {t("clearSearch")}
            </NextLink>
          )}
        </>
      }
    >
      {!isBeyond &&
        (goneTag ? t("goneTag", { tag: goneTag }) : withoutFilter(query, counts, locale, t))}
    </EmptyPage>
  );
}

function withoutFilter(
  query: BrowseQuery,
  counts: Record<LinkFilter, number>,
  locale: string,
  t: Texts<"links.list">,
): string {
  const { q, state } = query;
  if (state === "all") return q ? t("searchCovers") : "";
  if (counts.all === 0) return q ? t("othersNone") : "";
  const others = { number: counts.all, count: formatMatches(counts.all, query, locale) };
  return q ? t("othersMatch", others) : t("others", others);
}
