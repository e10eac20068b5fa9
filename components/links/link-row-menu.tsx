"use client";

import { CalendarClock, CirclePause, CirclePlay, Copy, ExternalLink, Megaphone, Pencil, QrCode, Trash2 } from "lucide-react";
import type { Link } from "@/lib/links/link";
import { copyText } from "../ui/copy-button";
import { MenuItem, MenuLinkItem, MenuPopup, MenuRoot, MenuSeparator } from "../ui/menu";
import { useLinkCommands } from "./link-commands";

/** Everything that can be done with one link. */
export default function LinkRowMenu({ link, anchor, onClose }: { link: Link; anchor: HTMLElement; onClose: () => void }) {
  const { open, change } = useLinkCommands();
  const toggle = () => void change([link], { enabled: !link.enabled }, `/${link.slug} is ${link.enabled ? "disabled" : "enabled"}`);
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        <MenuItem keys="S" onClick={() => void copyText(link.shortUrl)}>
          <Copy aria-hidden /> Copy address
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
        <MenuLinkItem href={link.url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden /> Open the destination
        </MenuLinkItem>
        <MenuSeparator />
        <MenuItem onClick={() => open({ kind: "expiry", links: [link] })}>
          <CalendarClock aria-hidden /> Set expiry
        </MenuItem>
        <MenuItem onClick={toggle}>
          {link.enabled ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />} {link.enabled ? "Disable" : "Enable"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onClick={() => open({ kind: "delete", links: [link] })}>
          <Trash2 aria-hidden /> Delete
        </MenuItem>
      </MenuPopup>
    </MenuRoot>
  );
}
