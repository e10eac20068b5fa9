import { z } from "zod";
import { says } from "../texts/sentence";
import { mostChosenSlugs } from "./choose-slugs";
import { type FileRow, withCells } from "./link-table";

/** Slugs that somebody chose for rows of a file, as `12.spring,40.summer`. */
export const slugsByRow = z
  .string()
  .regex(/^(?:\d{1,7}\.[\w-]{1,64}(?:,|$))*$/, says("mustBeRowsWithSlugs"))
  .default("")
  .transform((text) => {
    const pairs = text === "" ? [] : text.split(",").map((pair) => pair.split("."));
    return new Map(pairs.map(([row, slug = ""]) => [Number(row), slug]));
  })
  .refine(
    (slugs) => slugs.size <= mostChosenSlugs,
    says("mustBeFewerRows", { most: mostChosenSlugs }),
  );

/** The rows, with the slugs that were chosen instead of those in the file. */
export async function* withSlugs(
  rows: AsyncIterable<FileRow>,
  slugs: ReadonlyMap<number, string>,
): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    const slug = slugs.get(row.row);
    yield slug === undefined
      ? row
      : withCells({ ...row, value: { ...(row.value as object), slug } }, row.cellOf);
  }
}
