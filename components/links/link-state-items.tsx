"use client";

import { CalendarClock, CirclePause, CirclePlay, ExternalLink, Trash2 } from "lucide-react";
import type { Link } from "@/lib/links/link";
import { useOpenDialog } from "../layout/open-dialog";
import { MenuItem, MenuLinkItem, MenuSeparator } from "../ui/menu";
import { useChangeLinks } from "./link-mutations";

/** Menu items: open the destination, change the state, delete. */
export function LinkStateItems({ link }: { link: Link }) {
  const open = useOpenDialog();
  const change = useChangeLinks();
  const toggle = () => void change([link], { enabled: !link.enabled }, `/${link.slug} is ${link.enabled ? "disabled" : "enabled"}`);
  return (
    <>
      <MenuLinkItem href={link.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden /> Open destination
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
    </>
  );
}
