import { stringify } from "csv-stringify/sync";
import { guardText } from "./formula-guard";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** `ndjson`: one JSON object per line. */
export type FileFormat = ExportFormat | "ndjson";

/** `,` or `;`: what a spreadsheet separates values by, as its language writes decimals. */
export type SpreadsheetSeparator = "," | ";";

interface CsvOptions {
  header?: boolean;
  /**
   * For a spreadsheet with this separator: UTF-8 is marked, and no text becomes a number or a date.
   */
  spreadsheet?: SpreadsheetSeparator | undefined;
}

/**
 * Rows as CSV (RFC 4180). Text is quoted and guarded against formulas; numbers and booleans are
 * not.
 */
export function csvOf<T extends object>(
  rows: readonly T[],
  columns: readonly (keyof T & string)[],
  { header = true, spreadsheet }: CsvOptions = {},
): string {
  return stringify([...rows], {
    bom: header && spreadsheet !== undefined,
    columns: [...columns],
    delimiter: spreadsheet ?? ",",
    header,
    quoted_string: true,
    record_delimiter: "\r\n",
    // The names of the columns are no text of anybody.
    cast: {
      boolean: String,
      string: (text, { header: isHeader }) =>
        isHeader ? text : guardText(text, spreadsheet !== undefined),
    },
  });
}

/** Streams pages of rows as pieces of one file, with one page in memory at a time. */
export async function* filePieces<T extends object>(
  pages: AsyncIterable<readonly T[]>,
  columns: readonly (keyof T & string)[],
  format: FileFormat,
  spreadsheet?: SpreadsheetSeparator,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    if (format === "csv") yield csvOf(rows, columns, { header: isFirst, spreadsheet });
    else if (format === "ndjson") yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    else yield `${isFirst ? "[" : ","}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (format === "csv" && isFirst) yield csvOf([], columns, { spreadsheet });
}
