"use client";

import { lazy, type ReactNode } from "react";
import { useTexts } from "#texts";
import { MenuButton } from "../../ui/menu-button";
import { exportHref, type MatchParameters } from "../links-href";

const DownloadMenu = lazy(() => import("../../ui/download-menu"));

/** The links that match, as files. */
export function ExportLinks({
  matches,
  children,
}: {
  matches: MatchParameters;
  children: ReactNode;
}) {
  const t = useTexts("bulk");
  const files = [
    { name: "CSV", href: exportHref(matches) },
    { name: t("exportExcel"), href: exportHref(matches, { excel: true }) },
  ];
  return (
    <MenuButton
      className="max-sm:hidden [:has(#no-links)_&]:hidden"
      menu={(menu) => <DownloadMenu files={files} {...menu} />}
    >
      {children}
    </MenuButton>
  );
}
