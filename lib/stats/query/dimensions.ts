import { Prisma } from "../../database/generated/client";

interface Dimension {
  /** The id in the roll-ups. Never reuse it for another dimension. */
  id: number;
  /** The label of clicks without a value. */
  absent: string;
  columns: readonly string[];
  /** The label of a click (null for none), and a detail that distinguishes equal labels. */
  label: Prisma.Sql;
  detail: Prisma.Sql;
  /** Label and detail are two tags, and either may be missing. */
  isPair: boolean;
}

const column = (id: number, absent: string, name: string): Dimension => ({
  id,
  absent,
  columns: [name],
  label: Prisma.raw(`"${name}"`),
  detail: Prisma.raw("''"),
  isPair: false,
});

/** Regions and cities with the same name in two countries are distinct. */
const place = (id: number, name: string): Dimension => ({
  ...column(id, "Unknown", name),
  columns: [name, "country"],
  detail: Prisma.raw(`coalesce("country", '')`),
});

/** Two tags of a click. In a pair '' stands for a missing tag. */
const pair = (id: number, first: string, second: string): Dimension => ({
  id,
  absent: "None",
  columns: [first, second],
  label: Prisma.raw(
    `CASE WHEN "${first}" IS NOT NULL OR "${second}" IS NOT NULL THEN coalesce("${first}", '') END`,
  ),
  detail: Prisma.raw(`coalesce("${second}", '')`),
  isPair: true,
});

export const dimensions = {
  referrer: column(1, "Direct", "referrer"),
  country: column(2, "Unknown", "country"),
  region: place(3, "region"),
  city: place(4, "city"),
  device: column(5, "Unknown", "device"),
  browser: column(6, "Unknown", "browser"),
  os: column(7, "Unknown", "os"),
  locale: column(8, "Unknown", "locale"),
  source: column(9, "None", "utmSource"),
  medium: column(10, "None", "utmMedium"),
  campaign: column(11, "None", "utmCampaign"),
  campaignSource: pair(12, "utmCampaign", "utmSource"),
  campaignMedium: pair(13, "utmCampaign", "utmMedium"),
  /** Where a link is shared. Complete since RollupState.placesSince. */
  sourceMedium: pair(14, "utmSource", "utmMedium"),
  /** To which address of a link. Versions that do not know it count clicks as default. */
  destination: column(15, "default", "destination"),
  /** The further host by which a visitor came. Versions that do not know it count it as default. */
  domain: column(16, "default", "domain"),
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;

/**
 * Few clicks have a label of these. They are counted apart, so that the others cost nothing more,
 * and a report without such clicks leaves them out.
 */
export const rareDimensions = ["destination", "domain"] as const satisfies DimensionName[];

export function isRare(name: string): name is (typeof rareDimensions)[number] {
  return (rareDimensions as readonly string[]).includes(name);
}

export const dimensionNames = Object.keys(dimensions) as DimensionName[];

const pairIds = dimensionNames
  .filter((name) => dimensions[name].isPair)
  .map((name) => dimensions[name].id);

/** Whether a label row is a pair. */
export const isPair = Prisma.raw(`"dimension" IN (${pairIds.join(", ")})`);

/**
 * Whether a label row has one of these dimensions. Literal, so that Postgres knows which partial
 * index has it.
 */
export function isOf(names: readonly DimensionName[]): Prisma.Sql {
  return Prisma.raw(names.length > 0 ? `"dimension" IN (${idsOf(names).join(", ")})` : "false");
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

/** Rows (dimension, label, detail) of a click, for a LATERAL join. A missing label is null. */
export function labelRows(names: readonly DimensionName[]): Prisma.Sql {
  const rows = names.map((name) => {
    const { id, label, detail } = dimensions[name];
    return Prisma.sql`(${Prisma.raw(`${id}::smallint`)}, left(${label}, ${Prisma.raw(String(maxLabel))}), left(${detail}, ${Prisma.raw(String(maxLabel))}))`;
  });
  return Prisma.sql`(VALUES ${Prisma.join(rows)}) AS labels("dimension", "label", "detail")`;
}

const usualNames = dimensionNames.filter((name) => !isRare(name));
const allColumns = [...new Set(usualNames.flatMap((name) => dimensions[name].columns))];

/**
 * A query (linkId, day, dimension, label, detail, clicks) that counts rows of `clicksOfBatches` by
 * label in every dimension, each label once. Much cheaper than joining labelRows to many clicks.
 */
export function countedLabels(clicks: Prisma.Sql): Prisma.Sql {
  const quoted = allColumns.map((name) => `"${name}"`).join(", ");
  const cut = allColumns
    .map((name) => `nullif(left("${name}", ${maxLabel}), '') AS "${name}"`)
    .join(", ");
  const keys = Array.from({ length: allColumns.length + 2 }, (_, index) => index + 1).join(", ");
  const sets = usualNames
    .map(
      (name) =>
        `("linkId", "day", ${dimensions[name].columns.map((each) => `"${each}"`).join(", ")})`,
    )
    .join(", ");
  const byDimension = (pick: (dimension: Dimension) => Prisma.Sql) =>
    Prisma.join(
      usualNames.map(
        (name) =>
          Prisma.sql`WHEN ${Prisma.raw(String(groupingOf(dimensions[name].columns)))} THEN ${pick(dimensions[name])}`,
      ),
      " ",
    );
  return Prisma.sql`
    SELECT * FROM (
      SELECT "linkId", "day", (CASE "set" ${byDimension(({ id }) => Prisma.raw(String(id)))} END)::smallint AS "dimension",
             CASE "set" ${byDimension(({ label }) => label)} END AS "label", CASE "set" ${byDimension(({ detail }) => detail)} END AS "detail", "clicks"
      FROM (
        SELECT "linkId", "day", ${Prisma.raw(quoted)}, GROUPING(${Prisma.raw(quoted)}) AS "set", sum("clicks")::bigint AS "clicks"
        FROM (
          -- Many clicks have equal values, so each distinct combination is split into labels once.
          SELECT "linkId", "day", ${Prisma.raw(cut)}, count(*) AS "clicks" FROM ${clicks} GROUP BY ${Prisma.raw(keys)}
        ) alike
        GROUP BY GROUPING SETS (${Prisma.raw(sets)})
      ) grouped
    ) counted WHERE "label" IS NOT NULL
    UNION ALL
    SELECT "linkId", "day", "dimension", "label", "detail", count(*) FROM ${clicks}, LATERAL ${labelRows(rareDimensions)}
    WHERE (${Prisma.raw(rareDimensions.flatMap((name) => dimensions[name].columns.map((each) => `"${each}" IS NOT NULL`)).join(" OR "))})
      AND "label" IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5`;
}

/** The value of GROUPING for these columns: one bit for each column that is not among them. */
function groupingOf(columns: readonly string[]): number {
  return allColumns.reduce((bits, name) => bits * 2 + (columns.includes(name) ? 0 : 1), 0);
}
