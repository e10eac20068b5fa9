import { groupBy } from "../../core/group-by";
import { Prisma } from "../../database/generated/client";
import {
  type Dimension,
  type DimensionName,
  dimensionNames,
  dimensions,
  idsOf,
  isPairName,
  maxLabel,
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

interface Counted {
  /** By default all. */
  names?: readonly DimensionName[];
  /** Of all links and days together, which are NULL. */
  isTogether?: boolean;
}

/**
 * A query (linkId, day, dimension, label, detail, clicks) that counts rows of `clicksOfBatches` by
 * label in these dimensions, each label once. Much cheaper than joining labelRows to many clicks.
 */
export function countedLabels(
  clicks: Prisma.Sql,
  { names = dimensionNames, isTogether = false }: Counted = {},
): Prisma.Sql {
  const parts = [...groupBy(names, (name) => dimensions[name].group).values()];
  return Prisma.join(
    parts.map((part) => countedTogether(clicks, part, isTogether)),
    " UNION ALL ",
  );
}

const together = Prisma.raw('NULL::int AS "linkId", NULL::date AS "day"');
const apart = Prisma.raw('"linkId", "day"');

function countedTogether(
  clicks: Prisma.Sql,
  names: readonly DimensionName[],
  isTogether: boolean,
): Prisma.Sql {
  const all = [...new Set(names.flatMap((name) => dimensions[name].columns))];
  const listed = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(", ");
  const key = isTogether ? "" : '"linkId", "day", ';
  const cut = all.map((name) => `nullif(left("${name}", ${maxLabel}), '') AS "${name}"`).join(", ");
  const places = Array.from({ length: all.length + (isTogether ? 0 : 2) }, (_, index) => index + 1);
  const sets = names.map((name) => `(${key}${listed(dimensions[name].columns)})`).join(", ");
  const byDimension = (pick: (name: DimensionName) => Prisma.Sql) =>
    Prisma.join(
      names.map(
        (name) =>
          Prisma.sql`WHEN ${Prisma.raw(String(groupingOf(dimensions[name].columns, all)))} THEN ${pick(name)}`,
      ),
      " ",
    );
  return Prisma.sql`
    SELECT * FROM (
      SELECT ${isTogether ? together : apart}, (CASE "set" ${byDimension((name) => Prisma.raw(String(dimensions[name].id)))} END)::smallint AS "dimension",
             CASE "set" ${byDimension((name) => valuesOf(name).label)} END AS "label", CASE "set" ${byDimension((name) => valuesOf(name).detail)} END AS "detail", "clicks"
      FROM (
        SELECT ${Prisma.raw(`${key}${listed(all)}, GROUPING(${listed(all)})`)} AS "set", sum("clicks")::bigint AS "clicks"
        FROM (
          -- Many clicks have equal values, so each distinct combination is split into labels once.
          SELECT ${Prisma.raw(`${key}${cut}`)}, count(*) AS "clicks" FROM ${clicks} WHERE ${Prisma.raw(all.map((name) => `"${name}" IS NOT NULL`).join(" OR "))}
          GROUP BY ${Prisma.raw(places.join(", "))}
        ) alike
        GROUP BY GROUPING SETS (${Prisma.raw(sets)})
      ) grouped
    ) counted WHERE "label" IS NOT NULL`;
}

/** The value of GROUPING for these columns: one bit for each of `all` that is not among them. */
function groupingOf(columns: readonly string[], all: readonly string[]): number {
  return all.reduce((bits, name) => bits * 2 + (columns.includes(name) ? 0 : 1), 0);
}
