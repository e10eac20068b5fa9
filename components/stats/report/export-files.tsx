"use client";

import { useTexts } from "#texts";
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

const formats = [
  { name: "CSV", file: { format: "csv" } },
  { name: null, file: { format: "csv", excel: "1" } },
  { name: "JSON", file: { format: "json" } },
] as const;

export default function ExportFiles({
  page,
  query,
  curl,
  hasClickFiles,
  anchor,
  onClose,
}: Exports & MenuState) {
  const t = useTexts("stats.export");
  const kinds = ["statistics", hasClickFiles ? "clicks" : "campaigns"] as const;
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {kinds.map((what) =>
          formats.map(({ name, file }) => (
            <MenuLinkItem
              key={`${what} ${name}`}
              closeOnClick
              href={hrefOf(page, query, { what, ...file })}
              download
            >
              {t(`files.${what}`, { format: name ?? t("excel") })}
            </MenuLinkItem>
          )),
        )}
        <MenuSeparator />
        <MenuItem onClick={() => void copyText(curl)}>{t("copyCurl")}</MenuItem>
      </MenuPopup>
    </MenuRoot>
  );
}

/** The file with what the page shows, or its raw clicks. */
function hrefOf(page: string, query: PageQuery, file: Record<string, string>): string {
  const [path, own] = page.split("?");
  return `${path}/export?${new URLSearchParams([...new URLSearchParams(own), ...pageParameters(query), ...Object.entries(file)])}`;
}
