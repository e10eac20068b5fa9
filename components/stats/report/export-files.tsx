"use client";

import type { PageQuery } from "@/lib/stats/query/page-query";
import { copyText } from "../../ui/copy-button";
import { MenuItem, MenuLinkItem, MenuPopup, MenuRoot, MenuSeparator } from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { pageParameters } from "../page-address";

/** What the page shows as files, or as a request to the API. */
export interface Exports {
  page: string;
  query: PageQuery;
  curl: string;
  hasClickFiles: boolean;
}

const files = [
  { name: "Statistics (CSV)", what: "statistics", format: "csv" },
  { name: "Statistics (CSV for Excel)", what: "statistics", format: "csv", excel: "1" },
  { name: "Statistics (JSON)", what: "statistics", format: "json" },
  { name: "All clicks (CSV)", what: "clicks", format: "csv" },
  { name: "All clicks (CSV for Excel)", what: "clicks", format: "csv", excel: "1" },
  { name: "All clicks (JSON)", what: "clicks", format: "json" },
  { name: "Campaigns by link (CSV)", what: "campaigns", format: "csv" },
  { name: "Campaigns by link (CSV for Excel)", what: "campaigns", format: "csv", excel: "1" },
  { name: "Campaigns by link (JSON)", what: "campaigns", format: "json" },
] as const;

export default function ExportFiles({
  page,
  query,
  curl,
  hasClickFiles,
  anchor,
  onClose,
}: Exports & MenuState) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {files
          .filter(({ what }) => what !== (hasClickFiles ? "campaigns" : "clicks"))
          .map(({ name, ...file }) => (
            <MenuLinkItem key={name} closeOnClick href={hrefOf(page, query, file)} download>
              {name}
            </MenuLinkItem>
          ))}
        <MenuSeparator />
        <MenuItem onClick={() => void copyText(curl, "the curl command")}>Copy as curl</MenuItem>
      </MenuPopup>
    </MenuRoot>
  );
}

/** The file with what the page shows, or its raw clicks. */
function hrefOf(page: string, query: PageQuery, file: Record<string, string>): string {
  const [path, own] = page.split("?");
  return `${path}/export?${new URLSearchParams([...new URLSearchParams(own), ...pageParameters(query), ...Object.entries(file)])}`;
}
