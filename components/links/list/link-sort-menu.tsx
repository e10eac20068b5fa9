import { ArrowDownWideNarrow } from "@/components/links/icons";
import { ChevronDown } from "@/components/ui/icons";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { OrderSelect } from "./order-select";

/** The sort menu; only an icon on small screens. */
export function LinkSortMenu({ query }: { query: BrowseQuery }) {
  return (
    <span className="relative ms-auto flex items-center text-secondary hover:text-text">
      <ArrowDownWideNarrow
        aria-hidden
        className="pointer-events-none absolute start-2.5 size-4 max-sm:start-3.5"
      />
      <OrderSelect
        query={query}
        className="field-sizing-content h-(--size-control) appearance-none rounded-control bg-transparent pe-8 ps-9 font-medium hover:bg-hover max-sm:w-11 max-sm:pe-0 max-sm:ps-11"
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute end-2.5 size-3.5 max-sm:hidden"
      />
    </span>
  );
}
