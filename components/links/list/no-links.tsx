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
      title={isBeyond ? t("beyond") : noneSentence(query, t)}
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
      {isBeyond
        ? t("beyondNote")
        : goneTag
          ? t("goneTag", { tag: goneTag })
          : withoutFilter(query, counts, locale, t)}
    </EmptyPage>
  );
}

/** Every language says what the links lack in the same order, each in words of its own. */
function noneSentence(query: BrowseQuery, t: Texts<"links.list">): string {
  const { q, state, tag = [], notTag = [], campaign, channel, destination, createdBy } = query;
  const all = (names: string[]) => names.reduce((some, other) => t("noneOf.and", { some, other }));
  const any = (names: string[]) => names.reduce((some, other) => t("noneOf.or", { some, other }));
  const tags = query.tagMode === "all" ? all : any;
  const parts = [
    t(`none.${state}`),
    createdBy === "me" ? t("noneOf.you") : createdBy && t("noneOf.by", { name: createdBy }),
    tag.length > 0 && t("noneOf.tagged", { tags: tags(tag) }),
    notTag.length > 0 && t("noneOf.without", { tags: all(notTag) }),
    channel && t("noneOf.channel", { channel }),
    campaign && t("noneOf.campaign", { campaign }),
    destination && t("noneOf.destination", { destination }),
    q && t("noneOf.match", { text: q }),
  ];
  return parts.filter(Boolean).join(" ");
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
