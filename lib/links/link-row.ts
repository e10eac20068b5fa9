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

/**
 * With the hash of its password in place of it, so that nothing is hashed behind a lock or in a
 * transaction.
 */
export type Hashed<T> = Omit<T, "password"> & { password?: never; passwordHash?: string | null };

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that an owner gave. */
export function givenOf<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}
