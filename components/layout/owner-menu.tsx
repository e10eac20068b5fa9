"use client";

import { lazy } from "react";
import { useTexts } from "#texts";
import { MenuButton } from "../ui/menu-button";

const OwnerMenuList = lazy(() => import("./owner-menu-list"));

/**
 * The signed-in owner, with the account menu: a row at the bottom of the sidebar, or only the
 * initials (`isCompact`).
 */
export function OwnerMenu({
  owner: { email, name },
  version,
  isCompact = false,
}: {
  owner: { email: string; name: string };
  version: string;
  isCompact?: boolean;
}) {
  const t = useTexts("common.nav");
  const shown = name || email;
  const words = name.split(/\s+/).filter(Boolean);
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
        {[...new Set([words[0] ?? email, words.at(-1) ?? email])].map((word) => [...word][0])}
      </span>
      <span className="sr-only">{t("account")}</span>
      <span className={isCompact ? "sr-only" : "min-w-0 truncate max-lg:sr-only"}>{shown}</span>
    </MenuButton>
  );
}
