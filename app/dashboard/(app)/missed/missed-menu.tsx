"use client";

import type { ReactNode } from "react";
import { MenuItem, MenuPopup, MenuRoot } from "@/components/ui/menu";
import type { MenuState } from "@/components/ui/menu-button";

export interface MissedAct {
  id: string;
  /** Its name, with what is only said aloud. */
  say: (hidden: (text: ReactNode) => ReactNode) => ReactNode;
  run: () => void;
}

export default function MissedMenu({ acts, anchor, onClose }: MenuState & { acts: MissedAct[] }) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {acts.map(({ id, say, run }) => (
          <MenuItem key={id} onClick={run}>
            {say(() => null)}
          </MenuItem>
        ))}
      </MenuPopup>
    </MenuRoot>
  );
}
