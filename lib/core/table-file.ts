import { stringify } from "csv-stringify/sync";
import { guardFormulas } from "./formula-guard";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** `ndjson`: one JSON object per line. */
export type FileFormat = ExportFormat | "ndjson";

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
  format: FileFormat,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    if (format === "csv") yield csvOf(rows, columns, isFirst);
    else if (format === "ndjson") yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    else yield `${isFirst ? "[" : ","}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (format === "csv" && isFirst) yield csvOf([], columns);
}
