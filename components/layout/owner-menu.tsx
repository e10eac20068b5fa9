"use client";

import { lazy } from "react";
import { useTexts } from "#texts";
import { MenuButton } from "../ui/menu-button";

const OwnerMenuList = lazy(() => import("./owner-menu-list"));

/**
 * The signed-in owner, with the account menu: a row at the bottom of the sidebar, or only the
 * initial (`isCompact`).
 */
export function OwnerMenu({
  email,
  version,
  isCompact = false,
}: {
  email: string;
  version: string;
  isCompact?: boolean;
}) {
  const t = useTexts("common.nav");
  return (
    <MenuButton
      variant="bare"
      size={isCompact ? "icon" : "normal"}
      title={email}
      className={
        isCompact
          ? ""
          : "w-full justify-start gap-2.5 px-2 font-normal text-small text-text max-lg:justify-center max-lg:px-0"
      }
      menu={(menu) => <OwnerMenuList email={email} version={version} {...menu} />}
    >
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-chip bg-accent-tint font-semibold text-[12px] text-accent-ink uppercase"
      >
        {[...email][0]}
      </span>
      <span className="sr-only">{t("account")}</span>
      <span className={isCompact ? "sr-only" : "min-w-0 truncate max-lg:sr-only"}>{email}</span>
    </MenuButton>
  );
}
