export interface Dimension {
  /** The id in the roll-ups. Never reuse it for another dimension. */
  id: number;
  /** The label of clicks without a value. */
  absent: string;
  /** Columns of "Click": that of the label, and of a detail that distinguishes equal labels. */
  columns: readonly string[];
  /** Label and detail are two tags, and either may be missing. */
  isPair?: true;
  /** Dimensions of one group are counted together: clicks have values of it, or none. */
  group: "visitor" | "place" | "campaign" | "rare";
  /**
   * The list of statistics that has it. Few clicks have a label of it, and a report without such
   * clicks leaves the list out.
   */
  rareList?: string;
}

export const dimensions = {
  referrer: { id: 1, group: "visitor", absent: "Direct", columns: ["referrer"] },
  country: { id: 2, group: "place", absent: "Unknown", columns: ["country"] },
  // Regions and cities with the same name in two countries are distinct.
  region: { id: 3, group: "place", absent: "Unknown", columns: ["region", "country"] },
  city: { id: 4, group: "place", absent: "Unknown", columns: ["city", "country"] },
  device: { id: 5, group: "visitor", absent: "Unknown", columns: ["device"] },
  browser: { id: 6, group: "visitor", absent: "Unknown", columns: ["browser"] },
  os: { id: 7, group: "visitor", absent: "Unknown", columns: ["os"] },
  locale: { id: 8, group: "visitor", absent: "Unknown", columns: ["locale"] },
  source: { id: 9, group: "campaign", absent: "None", columns: ["utmSource"] },
  medium: { id: 10, group: "campaign", absent: "None", columns: ["utmMedium"] },
  campaign: { id: 11, group: "campaign", absent: "None", columns: ["utmCampaign"] },
  campaignSource: {
    id: 12,
    group: "campaign",
    absent: "None",
    columns: ["utmCampaign", "utmSource"],
    isPair: true,
  },
  campaignMedium: {
    id: 13,
    group: "campaign",
    absent: "None",
    columns: ["utmCampaign", "utmMedium"],
    isPair: true,
  },
  /** Where a link is shared. Complete since RollupState.placesSince. */
  sourceMedium: {
    id: 14,
    group: "campaign",
    absent: "None",
    columns: ["utmSource", "utmMedium"],
    isPair: true,
  },
  /** To which address of a link. Versions that do not know it count clicks as default. */
  destination: {
    id: 15,
    group: "rare",
    absent: "default",
    columns: ["destination"],
    rareList: "destinations",
  },
  /** The further host by which a visitor came. Versions that do not know it count it as default. */
  domain: { id: 16, group: "rare", absent: "default", columns: ["domain"], rareList: "domains" },
} as const satisfies Record<string, Dimension>;

type Dimensions = typeof dimensions;
export type DimensionName = keyof Dimensions;
export type RareName = {
  [D in DimensionName]: Dimensions[D] extends { rareList: string } ? D : never;
}[DimensionName];

/** A list of statistics that is left out while it has nothing to say. */
export type RareList = Dimensions[RareName]["rareList"];

export const dimensionNames = Object.keys(dimensions) as DimensionName[];

export function isRare(name: string): name is RareName {
  return "rareList" in (dimensions[name as DimensionName] ?? {});
}

export const rareDimensions = dimensionNames.filter(isRare);

export function isPairName(name: DimensionName): boolean {
  return "isPair" in dimensions[name];
}

export function idsOf(names: readonly DimensionName[]): number[] {
  return names.map((name) => dimensions[name].id);
}

/**
 * Distinct labels per link, day (or month) and dimension. Further labels are counted under Other.
 */
export const labelCap = 1_000;

/**
 * Counts labels beyond the cap of a link, day and dimension. In a pair the second tag is Other too:
 * "otherDetail"(dimension).
 */
export const otherLabel = "Other";

/** Labels are truncated to this length, so that they fit into an index. */
export const maxLabel = 255;
