"use client";

import { useTexts } from "#texts";
import { CirclePlay } from "@/components/links/icons";
import { CirclePause, Download, Trash2 } from "@/components/ui/icons";
import {
  MenuGroup,
  MenuItem,
  MenuLinkItem,
  MenuPopup,
  MenuRoot,
  MenuSeparator,
} from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { exportHref, type MatchParameters } from "../links-href";

/** What is done less often with the selected links. */
export default function BulkMore({
  exported,
  isSending,
  onEnable,
  onDelete,
  anchor,
  onClose,
}: MenuState & {
  exported: Partial<MatchParameters>;
  isSending: boolean;
  onEnable: (enabled: boolean) => void;
  onDelete: () => void;
}) {
  const t = useTexts("bulk");
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        <MenuItem disabled={isSending} onClick={() => onEnable(true)}>
          <CirclePlay aria-hidden /> {t("enable")}
        </MenuItem>
        <MenuItem disabled={isSending} onClick={() => onEnable(false)}>
          <CirclePause aria-hidden /> {t("disable")}
        </MenuItem>
        <MenuSeparator />
        <MenuGroup name={t("export")}>
          <MenuLinkItem closeOnClick href={exportHref(exported)} download>
            <Download aria-hidden /> CSV
          </MenuLinkItem>
          <MenuLinkItem closeOnClick href={exportHref(exported, { excel: true })} download>
            <Download aria-hidden /> {t("exportExcel")}
          </MenuLinkItem>
        </MenuGroup>
        <MenuSeparator />
        <MenuItem danger onClick={onDelete}>
          <Trash2 aria-hidden /> {t("delete")}
        </MenuItem>
      </MenuPopup>
    </MenuRoot>
  );
}
