"use client";

import { ChevronDown, Download } from "lucide-react";
import type { PageQuery } from "@/lib/stats/page-query";
import { Button } from "../ui/button";
import { MenuLinkItem, MenuPopup, MenuRoot, MenuTrigger } from "../ui/menu";
import { pageParameters } from "./page-address";

const files = [
  { name: "Statistics, CSV", what: "statistics", format: "csv" },
  { name: "Statistics, JSON", what: "statistics", format: "json" },
  { name: "Single clicks, CSV", what: "clicks", format: "csv" },
  { name: "Single clicks, JSON", what: "clicks", format: "json" },
];

/** What the page shows, as files: the same range and filters. */
export function ExportMenu({ slug, query }: { slug: string; query: PageQuery }) {
  return (
    <MenuRoot>
      <MenuTrigger render={<Button look="ghost" />}>
        <Download aria-hidden className="size-4" />
        Export
        <ChevronDown aria-hidden className="size-3.5" />
      </MenuTrigger>
      <MenuPopup>
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
