"use client";

import { lazy, type ReactNode, useRef } from "react";
import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";
import { useShortcuts } from "../../layout/use-shortcuts";
import { cn } from "../../ui/cn";
import { MenuButton } from "../../ui/menu-button";

const loadMenu = () => import("./views-menu");
const ViewsMenu = lazy(loadMenu);

/** The name of the open view, and the menu of all; an icon on small screens until one is open. */
export function ViewsButton({
  query,
  views,
  open,
  isChanged,
  sign,
  arrow,
}: {
  query: BrowseQuery;
  views: SavedView[];
  open: SavedView | undefined;
  /** Whether the list shows something else than the open view keeps. */
  isChanged: boolean;
  /** Icons, which the server renders: scripts of the list carry none. */
  sign: ReactNode;
  arrow: ReactNode;
}) {
  const t = useTexts("links.views");
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ v: () => button.current?.click() });
  return (
    <MenuButton
      ref={button}
      variant="ghost"
      aria-keyshortcuts="V"
      aria-label={open ? t(isChanged ? "openChanged" : "open", { name: open.name }) : t("title")}
      className={cn("-me-2 min-w-0 px-2.5", open ? "shrink" : "max-sm:w-11 max-sm:px-0")}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      menu={(menu) => <ViewsMenu {...{ query, views, open, isChanged }} {...menu} />}
    >
      <span className={cn(open && "text-accent")}>{sign}</span>
      <span className={cn("truncate", open ? "max-w-40 max-sm:max-w-20" : "max-sm:hidden")}>
        {open?.name ?? t("title")}
      </span>
      {isChanged && <span title={t("changed")} className="size-1.5 rounded-full bg-accent" />}
      {arrow}
    </MenuButton>
  );
}
