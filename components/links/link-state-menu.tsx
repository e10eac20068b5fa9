"use client";

import type { Link } from "@/lib/links/link";
import { MenuPopup, MenuRoot } from "../ui/menu";
import type { MenuState } from "../ui/menu-button";
import { LinkStateItems } from "./link-state-items";

export default function LinkStateMenu({ link, anchor, onClose }: { link: Link } & MenuState) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        <LinkStateItems link={link} />
      </MenuPopup>
    </MenuRoot>
  );
}
