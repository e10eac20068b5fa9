import { Prisma } from "../database/generated/client";
import type { Hashed } from "./given-fields";
import type { LinkChanges } from "./schema";

type Column = Exclude<keyof Hashed<LinkChanges>, "tags" | "aliases" | "keepOldSlug" | "password">;

/** The columns of "Link" that owners set, with their types. Insertions and changes write these. */
export const linkColumns: Readonly<Record<Column, string>> = {
  slug: "text",
  url: "text",
  title: "text",
  enabled: "boolean",
  expiresAt: "timestamptz",
  note: "text",
  maxClicks: "int",
  startsAt: "timestamptz",
  expiredUrl: "text",
  ios: "text",
  android: "text",
  geo: "jsonb",
  domain: "text",
  passwordHash: "text",
  forwardQuery: "boolean",
  forwardUtm: "boolean",
  description: "text",
  image: "text",
};

/**
 * What a new link has in columns that are not nullable where its row names nothing: the INSERT
 * names every column.
 */
export const linkDefaults = { enabled: true, forwardQuery: false, forwardUtm: false };

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
