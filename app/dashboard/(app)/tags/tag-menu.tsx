"use client";

import { useTexts } from "#texts";
import { Pencil, Trash2 } from "@/components/ui/icons";
import { MenuItem, MenuPopup, MenuRoot } from "@/components/ui/menu";
import type { MenuState } from "@/components/ui/menu-button";

export default function TagMenu({
  onChoose,
  anchor,
  onClose,
}: MenuState & { onChoose: (act: "edit" | "delete") => void }) {
  const t = useTexts("tags");
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        <MenuItem onClick={() => onChoose("edit")}>
          <Pencil aria-hidden /> {t("edit")}
        </MenuItem>
        <MenuItem danger onClick={() => onChoose("delete")}>
          <Trash2 aria-hidden /> {t("delete")}
        </MenuItem>
      </MenuPopup>
    </MenuRoot>
  );
}
