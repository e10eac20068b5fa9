"use client";

import { ArrowDownWideNarrow, ChevronDown } from "lucide-react";
import { useRouter } from "next/navigation";
import type { BrowseQuery, LinkSort } from "@/lib/links/browse-links";
import { Button } from "../ui/button";
import { MenuPopup, MenuRadioGroup, MenuRadioItem, MenuRoot, MenuTrigger } from "../ui/menu";
import { linksHref } from "./links-href";

const names: Record<LinkSort, string> = { newest: "Newest", clicks: "Most clicks", "last-click": "Last click" };

export function LinkSortMenu({ query }: { query: BrowseQuery }) {
  const router = useRouter();
  return (
    <MenuRoot>
      <MenuTrigger render={<Button look="ghost" className="ml-auto px-2.5" aria-label={`Order: ${names[query.sort]}`} />}>
        <ArrowDownWideNarrow aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{names[query.sort]}</span>
        <ChevronDown aria-hidden className="size-3.5 max-sm:hidden" />
      </MenuTrigger>
      <MenuPopup>
        <MenuRadioGroup value={query.sort} onValueChange={(sort: LinkSort) => router.push(linksHref(query, { sort }), { scroll: false })}>
          {Object.entries(names).map(([sort, name]) => (
            <MenuRadioItem key={sort} value={sort} closeOnClick>
              {name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuPopup>
    </MenuRoot>
  );
}
