import { z } from "zod";
import type { LinkRow } from "./link-table";

/** As many as an address has room for. */
const mostChosen = 100;

/** Slugs that somebody chose for rows of a file, as `12.spring,40.summer`. */
export const slugsByRow = z
  .string()
  .regex(/^(?:\d{1,7}\.[\w-]{1,64}(?:,|$))*$/, "must be rows with their slugs")
  .default("")
  .transform((text) => {
    const pairs = text === "" ? [] : text.split(",").map((pair) => pair.split("."));
    return new Map(pairs.slice(0, mostChosen).map(([row, slug = ""]) => [Number(row), slug]));
  });

/** The rows, with the slugs that were chosen instead of those in the file. */
export async function* withSlugs(
  rows: AsyncIterable<LinkRow>,
  slugs: ReadonlyMap<number, string>,
): AsyncGenerator<LinkRow> {
  for await (const row of rows) {
    const slug = slugs.get(row.row);
    yield slug === undefined ? row : { ...row, value: { ...(row.value as object), slug } };
  }
}
