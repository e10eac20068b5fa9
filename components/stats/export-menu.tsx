"use client";

import { ChevronDown, Download } from "lucide-react";
import { lazy } from "react";
import type { PageQuery } from "@/lib/stats/page-query";
import { MenuButton } from "../ui/menu-button";

const ExportFiles = lazy(() => import("./export-files"));

/** What the page shows, as files: the same range and filters. */
export function ExportMenu({ slug, query }: { slug: string; query: PageQuery }) {
  return (
    <MenuButton variant="ghost" menu={(menu) => <ExportFiles slug={slug} query={query} {...menu} />}>
      <Download aria-hidden className="size-4" />
      Export
      <ChevronDown aria-hidden className="size-3.5" />
    </MenuButton>
  );
}
