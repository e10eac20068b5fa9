import type { DimensionName, RareName } from "./dimensions";

const usual = {
  country: "country",
  region: "region",
  city: "city",
  referrer: "referrer",
  device: "device",
  browser: "browser",
  os: "os",
  locale: "locale",
  utm_source: "source",
  utm_medium: "medium",
  utm_campaign: "campaign",
} as const satisfies Record<string, DimensionName>;
// A browser need not load the table of dimensions for them.
const rare = { destination: "destination", domain: "domain" } as const satisfies {
  [Name in RareName]: Name;
};

/** What each filter is of. Its parameters have these names, too. */
export const filterDimensions = { ...usual, ...rare };

export type FilterName = keyof typeof filterDimensions;
export const filterNames = Object.keys(filterDimensions) as FilterName[];

/**
 * A click passes if its label is one of `is` or `named` (if any) and none of `isNot`. Missing
 * values have the label Direct, None or Unknown. A visitor can send the same text, so `named` tells
 * the two apart: there it is the text, and an empty one stands for a missing value.
 */
export interface Filter {
  is: string[];
  isNot: string[];
  named?: string[];
}
export type Filters = { [Name in FilterName]?: Filter | undefined };

/** What `filtersOf` reads again, as names and values of parameters. */
export function filterPairs(filters: Filters): [string, string][] {
  return Object.entries(filters).flatMap(([name, { is, isNot, named = [] } = noLabels]) => [
    ...is.map((label): [string, string] => [label.startsWith("!") ? `${name}_is` : name, label]),
    ...named.map((label): [string, string] => [`${name}_is`, label]),
    ...isNot.map((label): [string, string] => [`${name}_not`, label]),
  ]);
}

export const noLabels: Filter = { is: [], isNot: [] };

export function hasLabels({ is, isNot, named = [] }: Filter = noLabels): boolean {
  return is.length + isNot.length + named.length > 0;
}

/** Whether any filter is set. Such statistics are counted from raw clicks. */
export function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some(hasLabels);
}
