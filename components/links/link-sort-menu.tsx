"use client";

import { ArrowDownWideNarrow, ChevronDown } from "lucide-react";
import { useRouter } from "next/navigation";
import type { BrowseQuery, LinkSort } from "@/lib/links/browse-links";
import { linksHref } from "./links-href";

const names: Record<LinkSort, string> = { newest: "Newest", clicks: "Most clicks", "last-click": "Last click" };

/** The order of the list, by the platform's own select. */
export function LinkSortMenu({ query }: { query: BrowseQuery }) {
  const router = useRouter();
  return (
    <span className="relative ml-auto flex items-center text-secondary hover:text-text">
      <ArrowDownWideNarrow aria-hidden className="pointer-events-none absolute left-2.5 size-4 max-sm:left-3.5" />
      <select
        aria-label="Order"
        value={query.sort}
        onChange={(event) => router.push(linksHref(query, { sort: event.target.value as LinkSort }), { scroll: false })}
        className="h-(--size-control) appearance-none rounded-control bg-transparent pr-8 pl-9 font-medium hover:bg-hover max-sm:w-11 max-sm:pr-0 max-sm:pl-11"
      >
        {Object.entries(names).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-3.5 max-sm:hidden" />
    </span>
  );
}
