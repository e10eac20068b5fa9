import { stringify } from "csv-stringify/sync";
import { guardFormulas } from "./formula-guard";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Rows as CSV (RFC 4180). Text is quoted and guarded against formulas; numbers and booleans are not. */
export function csvOf<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[], header = true): string {
  return stringify([...rows], {
    columns: [...columns],
    header,
    quoted_string: true,
    record_delimiter: "\r\n",
    cast: { boolean: String, string: guardFormulas },
  });
}

/** Streams pages of rows as pieces of one file, with one page in memory at a time. */
export async function* filePieces<T extends object>(
  pages: AsyncIterable<readonly T[]>,
  columns: readonly (keyof T & string)[],
  format: ExportFormat,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    yield format === "csv" ? csvOf(rows, columns, isFirst) : `${isFirst ? "[" : ","}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (isFirst) yield csvOf([], columns);
}
