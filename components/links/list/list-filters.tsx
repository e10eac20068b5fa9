import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { ArrowDownWideNarrow } from "@/components/links/icons";
import { ChevronDown } from "@/components/ui/icons";
import { formatMatches } from "@/lib/core/format";
import {
  type BrowseQuery,
  type LinkFilter,
  linkFilters,
  linkSorts,
} from "@/lib/stats/list/browse-links";
import { linksHref } from "../links-href";
import { QuerySelect } from "./query-select";

/** Shown only if there are any. */
const rare: ReadonlySet<LinkFilter> = new Set([
  ...(["usedUp", "scheduled", "protected", "moved", "outside"] as const),
]);

/** The states of links with the number of search results in each, and the viewer's own links. */
export function StateFilter({
  query,
  counts,
  locale,
  isShort,
}: {
  query: BrowseQuery;
  counts: Record<LinkFilter, number>;
  locale: string;
  /** For a list so short that most states have no links. */
  isShort: boolean;
}) {
  const [t, filters] = [useTexts("links.list"), useTexts("links.filters")];
  const states = linkFilters.filter(
    (state) => !(isShort || rare.has(state)) || counts[state] > 0 || query.state === state,
  );
  const mine = {
    value: "mine",
    name: t("mine"),
    href: linksHref(query, { createdBy: "me", state: "all" }),
  };
  return (
    <Choice className="w-36 max-sm:w-auto max-sm:flex-1">
      <QuerySelect
        label={t("state")}
        value={query.state}
        options={[
          ...states.map((state) => ({
            value: state,
            name: `${filters(`states.${state}`)} ${formatMatches(counts[state], query, locale)}`,
            href: linksHref(query, { state }),
          })),
          ...(query.createdBy === "me" ? [] : [mine]),
        ]}
        className="h-(--size-control) w-full appearance-none truncate rounded-control border border-hairline-strong bg-surface pe-8 ps-3 font-medium hover:bg-hover max-[339px]:pe-6 max-[339px]:ps-2"
      />
    </Choice>
  );
}

/** The order of the list; only an icon on small screens. */
export function SortOrder({ query }: { query: BrowseQuery }) {
  const [t, filters] = [useTexts("links.search"), useTexts("links.filters")];
  return (
    <Choice className="text-secondary hover:text-text max-sm:[&>svg:last-child]:hidden">
      <ArrowDownWideNarrow
        aria-hidden
        className="pointer-events-none absolute start-2.5 size-4 max-sm:start-3.5"
      />
      <QuerySelect
        label={t("sort")}
        value={query.sort}
        options={linkSorts.map((sort) => ({
          value: sort,
          name: filters(`orders.${sort}`),
          href: linksHref(query, { sort }),
        }))}
        className="field-sizing-content h-(--size-control) appearance-none rounded-control bg-transparent pe-8 ps-9 font-medium hover:bg-hover max-sm:w-11 max-sm:pe-0 max-sm:ps-11"
      />
    </Choice>
  );
}

function Choice({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={`relative flex items-center ${className}`}>
      {children}
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute end-2.5 size-3.5 text-tertiary max-[339px]:end-1.5"
      />
    </span>
  );
}
