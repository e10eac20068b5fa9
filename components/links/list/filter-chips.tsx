import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { chipStyle } from "../../ui/chip";
import { X } from "../../ui/icons";
import { Waiting } from "../../ui/waiting";
import { linksHref } from "../links-href";

/** The filters that have no chip elsewhere. A press removes one. */
export function FilterChips({ query }: { query: BrowseQuery }) {
  const t = useTexts("links.list");
  const chosen = (["campaign", "channel", "destination", "createdBy"] as const).flatMap((name) =>
    query[name] ? [{ name, value: query[name] }] : [],
  );
  const slugs = query.slug?.length ?? 0;
  if (chosen.length + slugs === 0) return null;
  return (
    <nav aria-label={t("filters")} className="mb-2 flex flex-wrap gap-2">
      {slugs > 0 && (
        <FilterChip
          href={linksHref(query, { slug: undefined })}
          label={t("removeFilter", { filter: t("filter.slugs", { count: slugs }) })}
        >
          {t("filter.slugs", { count: slugs })}
        </FilterChip>
      )}
      {chosen.map(({ name, value }) => {
        const said =
          name === "createdBy" && value === "me"
            ? t("mine")
            : t("filter.named", { name: t(`filter.names.${name}`), value });
        return (
          <FilterChip
            key={name}
            href={linksHref(query, { [name]: undefined })}
            label={t("removeFilter", { filter: said })}
          >
            {said}
          </FilterChip>
        );
      })}
    </nav>
  );
}

function FilterChip({
  href,
  label,
  children,
}: {
  href: Route;
  label: string;
  children: ReactNode;
}) {
  return (
    <NextLink
      href={href}
      prefetch={false}
      scroll={false}
      aria-label={label}
      className={chipStyle({ on: true, className: "relative min-w-0" })}
    >
      <Waiting className="absolute inset-x-2 bottom-0" />
      <span className="min-w-0 max-w-72 truncate">{children}</span>
      <X aria-hidden />
    </NextLink>
  );
}
