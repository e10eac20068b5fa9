import { Prisma } from "../database/generated/client";
import { columns, type LinkColumn } from "./fields";

/** The columns of "Link" that owners set, with their types. Insertions and changes write these. */
export const linkColumns = Object.fromEntries(
  columns.map(({ name, type }) => [name, type]),
) as Readonly<Record<LinkColumn, string>>;

/**
 * What a new link has in columns that are not nullable where its row names nothing: the INSERT
 * names every column.
 */
export const linkDefaults = Object.fromEntries(
  columns.flatMap(({ name, unset }) => (unset === null ? [] : [[name, unset]])),
);

/** `"slug" text, "url" text` and so on, as a record of JSON is read. */
export function typedColumns(columns: Readonly<Record<string, string>>): Prisma.Sql {
  return Prisma.raw(
    Object.entries(columns)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(", "),
  );
}

/** `"slug", "url"` and so on. */
export function columnNames(columns: Readonly<Record<string, string>>): Prisma.Sql {
  return Prisma.raw(
    Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(", "),
  );
}
