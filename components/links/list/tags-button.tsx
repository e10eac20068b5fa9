"use client";

import { lazy, type ReactNode } from "react";
import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { MenuButton } from "../../ui/menu-button";

const loadMenu = () => import("./tags-menu");
const TagsMenu = lazy(loadMenu);

/** The tags that the list is filtered by, and the menu of all. */
export function TagsButton({
  query,
  arrow,
}: {
  query: BrowseQuery;
  /** Which the server renders: scripts of the list carry no icons. */
  arrow: ReactNode;
}) {
  const t = useTexts("links.search");
  const { tag = [], notTag = [] } = query;
  const names = [...tag, ...notTag.map((name) => t("notTag", { tag: name }))];
  const [first, ...others] = names;
  return (
    <MenuButton
      className="min-w-0 px-3"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      menu={(menu) => <TagsMenu query={query} {...menu} />}
    >
      {first && <span className="sr-only">{t("tagged", { names: t.list(names) })}</span>}
      <span aria-hidden={first !== undefined} className="max-w-40 truncate max-sm:max-w-20">
        {first ?? t("tags")}
      </span>
      {others.length > 0 && (
        <span aria-hidden dir="ltr">
          +{others.length}
        </span>
      )}
      {arrow}
    </MenuButton>
  );
}
