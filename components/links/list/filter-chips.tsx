import NextLink from "next/link";
import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { chipStyle } from "../../ui/chip";
import { X } from "../../ui/icons";
import { Waiting } from "../../ui/waiting";
import { linksHref } from "../links-href";

/** What was written as a token in the search and has no chip elsewhere. A press removes it. */
export function FilterChips({ query }: { query: BrowseQuery }) {
  const t = useTexts("links.list");
  const chosen = (["campaign", "channel", "destination", "createdBy"] as const).flatMap((name) =>
    query[name] && !(name === "createdBy" && query.createdBy === "me")
      ? [{ name, value: query[name] }]
      : [],
  );
  if (chosen.length === 0) return null;
  return (
    <nav aria-label={t("filters")} className="mb-3 flex flex-wrap gap-2">
      {chosen.map(({ name, value }) => {
        const label = name === "createdBy" ? "by" : name;
        return (
          <NextLink
            key={name}
            href={linksHref(query, { [name]: undefined })}
            prefetch={false}
            scroll={false}
            aria-label={t(`removeFilter.${label}`, { value })}
            className={chipStyle({ on: true, className: "relative min-w-0" })}
          >
            <Waiting className="absolute inset-x-2 bottom-0" />
            <span className="min-w-0 max-w-72 truncate">{t(`filter.${label}`, { value })}</span>
            <X aria-hidden />
          </NextLink>
        );
      })}
    </nav>
  );
}
