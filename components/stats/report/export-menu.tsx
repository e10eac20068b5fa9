"use client";

import { lazy } from "react";
import { useTexts } from "#texts";
import { Ellipsis } from "@/components/ui/icons";
import { MenuButton } from "../../ui/menu-button";
import type { Exports } from "./export-files";

const ExportFiles = lazy(() => import("./export-files"));

/** Exports with the same date range and filters as the page, and on phones sharing. */
export function ExportMenu(exports: Exports) {
  const t = useTexts("stats.export");
  return (
    <MenuButton
      size="icon"
      aria-label={t("more")}
      menu={(menu) => <ExportFiles {...exports} {...menu} />}
    >
      <Ellipsis aria-hidden className="size-4" />
    </MenuButton>
  );
}
