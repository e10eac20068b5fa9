"use client";

import type { PageQuery } from "@/lib/stats/page-query";
import { MenuLinkItem, MenuPopup, MenuRoot } from "../ui/menu";
import type { MenuState } from "../ui/menu-button";
import { pageParameters } from "./page-address";

const files = [
  { name: "Statistics (CSV)", what: "statistics", format: "csv" },
  { name: "Statistics (JSON)", what: "statistics", format: "json" },
  { name: "All clicks (CSV)", what: "clicks", format: "csv" },
  { name: "All clicks (JSON)", what: "clicks", format: "json" },
];

export default function ExportFiles({ slug, query, anchor, onClose }: { slug: string; query: PageQuery } & MenuState) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {files.map(({ name, what, format }) => {
          const parameters = pageParameters(query);
          parameters.set("what", what);
          parameters.set("format", format);
          return (
            <MenuLinkItem key={name} closeOnClick href={`/dashboard/links/${slug}/export?${parameters}`} download>
              {name}
            </MenuLinkItem>
          );
        })}
      </MenuPopup>
    </MenuRoot>
  );
}
