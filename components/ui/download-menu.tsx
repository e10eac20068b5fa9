"use client";

import type { ReactNode } from "react";
import { MenuLinkItem, MenuPopup, MenuRoot } from "./menu";
import type { MenuState } from "./menu-button";

/** Files to download, and further items below them. */
export default function DownloadMenu({
  files,
  children,
  anchor,
  onClose,
}: MenuState & { files: readonly { name: string; href: string }[]; children?: ReactNode }) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {files.map(({ name, href }) => (
          <MenuLinkItem key={href} closeOnClick href={href} download>
            {name}
          </MenuLinkItem>
        ))}
        {children}
      </MenuPopup>
    </MenuRoot>
  );
}
