"use client";

import { lazy } from "react";
import { useTexts } from "#texts";
import { ChevronDown, Download } from "@/components/ui/icons";
import { MenuButton } from "../../ui/menu-button";
import type { Exports } from "./export-files";

const ExportFiles = lazy(() => import("./export-files"));

/** Exports with the same date range and filters as the page. */
export function ExportMenu(exports: Exports) {
  const t = useTexts("stats.export");
  return (
    <MenuButton variant="ghost" menu={(menu) => <ExportFiles {...exports} {...menu} />}>
      <Download aria-hidden className="size-4" />
      {t("title")}
      <ChevronDown aria-hidden className="size-3.5" />
    </MenuButton>
  );
}
