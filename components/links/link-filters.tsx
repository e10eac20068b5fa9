import Link from "next/link";
import { formatNumber } from "@/lib/core/format";
import { type BrowseQuery, type LinkFilter, linkFilters } from "@/lib/stats/browse-links";
import { chipStyle } from "../ui/chip";
import { linksHref } from "./links-href";

export const filterNames: Record<LinkFilter, string> = {
  all: "All",
  active: "Active",
  disabled: "Disabled",
  expired: "Expired",
  failing: "Preview failing",
};

/** State filters with the number of search results in each state. */
export function LinkFilters({ query, counts, locale }: { query: BrowseQuery; counts: Record<LinkFilter, number>; locale: string }) {
  return (
    <nav aria-label="State" className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
      {linkFilters.map((state) => (
        <Link
          key={state}
          href={linksHref(query, { state })}
          prefetch={false}
          scroll={false}
          aria-current={query.state === state ? "true" : undefined}
          className={chipStyle({ on: query.state === state })}
        >
          {filterNames[state]} <small>{formatNumber(counts[state], locale)}</small>
        </Link>
      ))}
    </nav>
  );
}
