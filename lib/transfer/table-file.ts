import { stringify } from "csv-stringify/sync";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Rows as CSV (RFC 4180). A value that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV
 * injection).
 */
export function csvOf<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[], header = true): string {
  return stringify([...rows], { columns: [...columns], header, escape_formulas: true, record_delimiter: "\r\n", cast: { boolean: String } });
}

/** Pages of rows as pieces of one file: a page is in memory at a time. */
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
