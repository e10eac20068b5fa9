"use client";

import type { Route } from "next";
import Link from "next/link";
import { useTexts } from "#texts";
import { Clock, Keyboard, LogOut, Settings2 } from "@/components/ui/icons";
import { readableZone } from "@/lib/core/time-zone";
import {
  MenuChoice,
  MenuChoices,
  MenuItem,
  MenuLinkItem,
  MenuPopup,
  MenuRoot,
  MenuSeparator,
} from "../ui/menu";
import type { MenuState } from "../ui/menu-button";
import { useAction } from "../ui/use-action";
import { useDashboardActions } from "./dashboard-actions";
import { useOpenDialog } from "./open-dialog";
import { themeChoices, useTheme } from "./use-theme";
import { useViewer } from "./viewer-context";

/** The account menu. */
export default function OwnerMenuList({
  email,
  version,
  anchor,
  onClose,
}: { email: string; version: string } & MenuState) {
  const t = useTexts("common");
  const { timeZone, shortcuts } = useViewer();
  const open = useOpenDialog();
  const { saveTheme, signOut } = useDashboardActions();
  const [theme, chooseTheme] = useTheme(saveTheme);
  const { run, pending } = useAction();
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor} className="w-60">
        <p className="truncate px-2.5 py-1.5 text-label text-tertiary">{email}</p>
        <MenuLinkItem closeOnClick render={<Link href={"/dashboard/settings" as Route} />}>
          <Settings2 aria-hidden /> {t("nav.settings")}
        </MenuLinkItem>
        <MenuLinkItem
          closeOnClick
          render={<Link href={"/dashboard/settings/preferences" as Route} />}
        >
          <Clock aria-hidden /> {t("menu.timeZone")}
          <span className="ms-auto min-w-0 truncate ps-4 text-label text-tertiary">
            {readableZone(timeZone)}
          </span>
        </MenuLinkItem>
        <MenuItem {...(shortcuts ? { keys: "?" } : {})} onClick={() => open({ kind: "help" })}>
          <Keyboard aria-hidden /> {t("menu.shortcuts")}
        </MenuItem>
        <MenuSeparator />
        <MenuChoices label={t("themes.label")} value={theme} onValueChange={chooseTheme}>
          {themeChoices.map(({ theme, Icon }) => (
            <MenuChoice key={theme} value={theme}>
              <Icon aria-hidden /> {t(`themes.${theme}`)}
            </MenuChoice>
          ))}
        </MenuChoices>
        <MenuSeparator />
        {/* Stays open meanwhile: a failure is shown in a toast. */}
        <MenuItem disabled={pending} closeOnClick={false} onClick={() => run(signOut)}>
          <LogOut aria-hidden /> {t("menu.signOut")}
        </MenuItem>
        <p className="px-2.5 py-1.5 text-label text-tertiary">Slugline {version}</p>
      </MenuPopup>
    </MenuRoot>
  );
}
