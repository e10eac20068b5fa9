"use client";

import { lazy } from "react";
import { ChevronDown, Download } from "@/components/ui/icons";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { MenuButton } from "../../ui/menu-button";

const ExportFiles = lazy(() => import("./export-files"));

/** Exports with the same date range and filters as the page. */
export function ExportMenu({
  page,
  query,
  hasClickFiles,
}: {
  page: string;
  query: PageQuery;
  hasClickFiles: boolean;
}) {
  return (
    <MenuButton
      variant="ghost"
      menu={(menu) => <ExportFiles {...{ page, query, hasClickFiles }} {...menu} />}
    >
      <Download aria-hidden className="size-4" />
      Export
      <ChevronDown aria-hidden className="size-3.5" />
    </MenuButton>
  );
}
