"use client";

import { useTexts } from "#texts";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { type DialogRequest, useOpenDialog } from "../../layout/open-dialog";
import { copyText } from "../../ui/copy-button";
import DownloadMenu from "../../ui/download-menu";
import { MenuItem, MenuSeparator } from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { pageParameters } from "../page-address";

/** What the page shows as files, or as a request to the API. */
export interface Exports {
  page: string;
  query: PageQuery;
  curl: string;
  hasClickFiles: boolean;
  /** What can be shared with others. */
  share: Omit<Extract<DialogRequest, { kind: "figures" }>, "kind"> | null;
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
  share,
  anchor,
  onClose,
}: Exports & MenuState) {
  const [t, common] = [useTexts("stats.export"), useTexts("common")];
  const open = useOpenDialog();
  const kinds = ["statistics", hasClickFiles ? "clicks" : "campaigns"] as const;
  const files = kinds.flatMap((what) =>
    formats.map(({ name, file }) => ({
      name: t(`files.${what}`, { format: name ?? t("excel") }),
      href: hrefOf(page, query, { what, ...file }),
    })),
  );
  return (
    <DownloadMenu files={files} {...{ anchor, onClose }}>
      <MenuSeparator />
      {share && (
        <MenuItem className="sm:hidden" onClick={() => open({ kind: "figures", ...share })}>
          {common("share")}
        </MenuItem>
      )}
      <MenuItem onClick={() => void copyText(curl)}>{t("copyCurl")}</MenuItem>
    </DownloadMenu>
  );
}

/** The file with what the page shows, or its raw clicks. */
function hrefOf(page: string, query: PageQuery, file: Record<string, string>): string {
  const [path, own] = page.split("?");
  return `${path}/export?${new URLSearchParams([...new URLSearchParams(own), ...pageParameters(query), ...Object.entries(file)])}`;
}
