"use client";

import { Copy, Megaphone, Pencil, QrCode } from "lucide-react";
import type { Link } from "@/lib/links/link";
import { useOpenDialog } from "../layout/open-dialog";
import { copyText } from "../ui/copy-button";
import { MenuItem, MenuPopup, MenuRoot } from "../ui/menu";
import { LinkStateItems } from "./link-state-items";

/** The menu of all actions on a link. */
export default function LinkRowMenu({ link, anchor, onClose }: { link: Link; anchor: HTMLElement; onClose: () => void }) {
  const open = useOpenDialog();
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        <MenuItem keys="S" onClick={() => void copyText(link.shortUrl)}>
          <Copy aria-hidden /> Copy link
        </MenuItem>
        <MenuItem onClick={() => open({ kind: "qr", link })}>
          <QrCode aria-hidden /> QR code
        </MenuItem>
        <MenuItem onClick={() => open({ kind: "share", link })}>
          <Megaphone aria-hidden /> Share by channel
        </MenuItem>
        <MenuItem keys="E" onClick={() => open({ kind: "edit", link })}>
          <Pencil aria-hidden /> Edit
        </MenuItem>
        <LinkStateItems link={link} />
      </MenuPopup>
    </MenuRoot>
  );
}
