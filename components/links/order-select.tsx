"use client";

import { useRouter } from "next/navigation";
import type { BrowseQuery, LinkSort } from "@/lib/stats/browse-links";
import { linksHref } from "./links-href";

const names: Record<LinkSort, string> = { newest: "Newest", clicks: "Most clicks", "last-click": "Last click" };

/** The sort order, as a native select. */
export function OrderSelect({ query, className }: { query: BrowseQuery; className: string }) {
  const router = useRouter();
  return (
    <select
      aria-label="Sort"
      value={query.sort}
      onChange={(event) => router.push(linksHref(query, { sort: event.target.value as LinkSort }), { scroll: false })}
      className={className}
    >
      {Object.entries(names).map(([sort, name]) => (
        <option key={sort} value={sort}>
          {name}
        </option>
      ))}
    </select>
  );
}
