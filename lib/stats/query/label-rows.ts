import { Prisma } from "../../database/generated/client";
import {
  type Dimension,
  type DimensionName,
  dimensionNames,
  dimensions,
  idsOf,
  isPairName,
  isRare,
  maxLabel,
  rareDimensions,
} from "./dimensions";

/** The label of a click (null for none), and a detail. In a pair '' stands for a missing tag. */
function valuesOf(name: DimensionName): { label: Prisma.Sql; detail: Prisma.Sql } {
  const { columns, isPair: hasTwoTags }: Dimension = dimensions[name];
  const [first, second] = columns;
  const label = hasTwoTags
    ? `CASE WHEN "${first}" IS NOT NULL OR "${second}" IS NOT NULL THEN coalesce("${first}", '') END`
    : `"${first}"`;
  const detail = second === undefined ? "''" : `coalesce("${second}", '')`;
  return { label: Prisma.raw(label), detail: Prisma.raw(detail) };
}

export function labelOf(name: DimensionName): Prisma.Sql {
  return valuesOf(name).label;
}

const pairIds = idsOf(dimensionNames.filter(isPairName));

/** Whether a label row is a pair. */
export const isPair = Prisma.raw(`"dimension" IN (${pairIds.join(", ")})`);

/**
 * Whether a label row has one of these dimensions. Literal, so that Postgres knows which partial
 * index has it.
 */
export function isOf(names: readonly DimensionName[]): Prisma.Sql {
  return Prisma.raw(names.length > 0 ? `"dimension" IN (${idsOf(names).join(", ")})` : "false");
}

/** Rows (dimension, label, detail) of a click, for a LATERAL join. A missing label is null. */
export function labelRows(names: readonly DimensionName[]): Prisma.Sql {
  const rows = names.map((name) => {
    const { label, detail } = valuesOf(name);
    const { id } = dimensions[name];
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
  const byDimension = (pick: (name: DimensionName) => Prisma.Sql) =>
    Prisma.join(
      usualNames.map(
        (name) =>
          Prisma.sql`WHEN ${Prisma.raw(String(groupingOf(dimensions[name].columns)))} THEN ${pick(name)}`,
      ),
      " ",
    );
  return Prisma.sql`
    SELECT * FROM (
      SELECT "linkId", "day", (CASE "set" ${byDimension((name) => Prisma.raw(String(dimensions[name].id)))} END)::smallint AS "dimension",
             CASE "set" ${byDimension((name) => valuesOf(name).label)} END AS "label", CASE "set" ${byDimension((name) => valuesOf(name).detail)} END AS "detail", "clicks"
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
