"use client";

import NextLink from "next/link";
import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";
import { useOpenDialog } from "../../layout/open-dialog";
import { useMayEdit } from "../../layout/role";
import { Check, Pencil, Plus, Trash2 } from "../../ui/icons";
import {
  MenuGroup,
  MenuItem,
  MenuLinkItem,
  MenuPopup,
  MenuRoot,
  MenuSeparator,
} from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { Bookmark } from "../icons";
import { useViewChanges } from "./use-view-changes";
import { isPlainList, viewHref } from "./view-address";

interface ViewsMenuProps extends MenuState {
  query: BrowseQuery;
  views: SavedView[];
  open: SavedView | undefined;
  /** Whether the list shows something else than the open view keeps. */
  isChanged: boolean;
}

/** Opens views, and saves, changes and deletes the open one. */
export default function ViewsMenu({
  query,
  views,
  open,
  isChanged,
  anchor,
  onClose,
}: ViewsMenuProps) {
  const t = useTexts("links.views");
  const mayEdit = useMayEdit();
  const openDialog = useOpenDialog();
  const { update, remove } = useViewChanges();
  const own = views.filter(({ isShared }) => !isShared);
  const shared = views.filter(({ isShared }) => isShared);
  const changeable = open && (mayEdit || !open.isShared) ? open : null;
  const isNew = !isPlainList(query) && (open === undefined || isChanged);
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor} className="w-72 max-w-[calc(100vw-32px)]">
        {views.length === 0 && (
          <p className="px-2.5 py-1.5 text-label text-secondary">{t("about")}</p>
        )}
        <div className="max-h-[min(360px,50vh)] overflow-y-auto overscroll-contain">
          <Views name={t("yours")} views={own} open={open} />
          <Views name={t("team")} views={shared} open={open} />
        </div>
        {views.length > 0 && (isNew || changeable) && <MenuSeparator />}
        {changeable && isChanged && (
          <MenuItem onClick={() => update(changeable, query)}>
            <Check aria-hidden />
            <span className="min-w-0 truncate">{t("update", { name: changeable.name })}</span>
          </MenuItem>
        )}
        {isNew && (
          <MenuItem onClick={() => openDialog({ kind: "view", query })}>
            <Plus aria-hidden /> {open ? t("saveNew") : t("save")}
          </MenuItem>
        )}
        {changeable && (
          <>
            <MenuItem
              onClick={() =>
                openDialog({ kind: "view", query: changeable.query, view: changeable })
              }
            >
              <Pencil aria-hidden /> {mayEdit ? t("renameOrShare") : t("rename")}
            </MenuItem>
            <MenuItem danger onClick={() => remove(changeable)}>
              <Trash2 aria-hidden /> {t("delete")}
            </MenuItem>
          </>
        )}
      </MenuPopup>
    </MenuRoot>
  );
}

function Views({
  name,
  views,
  open,
}: {
  name: string;
  views: SavedView[];
  open: SavedView | undefined;
}) {
  if (views.length === 0) return null;
  return (
    <MenuGroup name={name}>
      {views.map((view) => (
        <MenuLinkItem
          key={view.id}
          closeOnClick
          aria-current={view.id === open?.id ? "true" : undefined}
          render={<NextLink href={viewHref(view)} prefetch={false} scroll={false} />}
        >
          <Bookmark aria-hidden />
          <span className="min-w-0 flex-1 truncate" title={view.name}>
            {view.name}
          </span>
          {view.id === open?.id && <Check aria-hidden />}
        </MenuLinkItem>
      ))}
    </MenuGroup>
  );
}
