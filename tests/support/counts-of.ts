import { type LinkFilter, linkFilters } from "@/lib/stats/list/browse-links";

/** The number of links for each filter of the list: 0 but for `some`. */
export const countsOf = (some: Partial<Record<LinkFilter, number>>) => ({
  ...Object.fromEntries(linkFilters.map((name) => [name, 0])),
  ...some,
});
