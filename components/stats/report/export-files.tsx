"use client";

import type { PageQuery } from "@/lib/stats/query/page-query";
import { MenuLinkItem, MenuPopup, MenuRoot } from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { pageParameters } from "../page-address";

const files = [
  { name: "Statistics (CSV)", what: "statistics", format: "csv" },
  { name: "Statistics (JSON)", what: "statistics", format: "json" },
  { name: "All clicks (CSV)", what: "clicks", format: "csv" },
  { name: "All clicks (JSON)", what: "clicks", format: "json" },
] as const;

interface ExportFilesProps extends MenuState {
  page: string;
  query: PageQuery;
  hasClickFiles: boolean;
}

export default function ExportFiles({
  page,
  query,
  hasClickFiles,
  anchor,
  onClose,
}: ExportFilesProps) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {files
          .filter(({ what }) => hasClickFiles || what === "statistics")
          .map(({ name, ...file }) => (
            <MenuLinkItem key={name} closeOnClick href={hrefOf(page, query, file)} download>
              {name}
            </MenuLinkItem>
          ))}
      </MenuPopup>
    </MenuRoot>
  );
}

/** The file with what the page shows, or its raw clicks. */
function hrefOf(page: string, query: PageQuery, file: { what: string; format: string }): string {
  const [path, own] = page.split("?");
  return `${path}/export?${new URLSearchParams([...new URLSearchParams(own), ...pageParameters(query), ...Object.entries(file)])}`;
}
