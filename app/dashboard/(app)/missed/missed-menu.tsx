"use client";

import { MenuItem, MenuPopup, MenuRoot } from "@/components/ui/menu";
import type { MenuState } from "@/components/ui/menu-button";

export interface MissedAct {
  name: string;
  run: () => void;
}

export default function MissedMenu({ acts, anchor, onClose }: MenuState & { acts: MissedAct[] }) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {acts.map(({ name, run }) => (
          <MenuItem key={name} onClick={run}>
            {name}
          </MenuItem>
        ))}
      </MenuPopup>
    </MenuRoot>
  );
}
