import { stringify } from "csv-stringify/sync";
import { guardText } from "./formula-guard";
import { numberCell, type Spreadsheet, timeCell } from "./spreadsheet";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** `ndjson`: one JSON object per line. The last four are of redirects for another server. */
export type FileFormat = ExportFormat | "ndjson" | "conf" | "txt" | "js" | "html";

/** What sees the pages of rows on their way into a file. */
export type Watch = <T>(pages: AsyncIterable<readonly T[]>) => AsyncIterable<readonly T[]>;

interface CsvOptions<T> {
  /** UTF-8 is marked, and no text becomes a number or a date. */
  spreadsheet?: Spreadsheet | undefined;
  /** Columns of times in ISO 8601, which a spreadsheet reads as such. */
  times?: readonly (keyof T & string)[];
}

/**
 * Rows as CSV (RFC 4180). Text is quoted and guarded against formulas; numbers and booleans are
 * not.
 */
export function csvOf<T extends object>(
  rows: readonly T[],
  columns: readonly (keyof T & string)[],
  { header = true, spreadsheet, times = [] }: CsvOptions<T> & { header?: boolean } = {},
): string {
  const timeZone = times.length > 0 && spreadsheet ? spreadsheet.timeZone : "UTC";
  const cells = spreadsheet
    ? rows.map((row) => ({ ...row, ...timesOf(row, times), timeZone }))
    : rows;
  return stringify([...cells], {
    bom: header && spreadsheet !== undefined,
    columns: [...columns, ...(timeZone === "UTC" ? [] : ["timeZone"])].map((key) => ({
      key,
      header: spreadsheet?.heads?.get(key) ?? key,
    })),
    delimiter: spreadsheet?.separator ?? ",",
    header,
    quoted_string: true,
    record_delimiter: "\r\n",
    // The names of the columns are no text of anybody.
    cast: {
      boolean: String,
      string: (text, { header: isHeader }) =>
        isHeader ? text : guardText(text, spreadsheet !== undefined),
      ...(spreadsheet && {
        number: (value: number) => numberCell(value, spreadsheet),
        date: (at: Date) => timeCell(at, spreadsheet),
      }),
    },
  });
}

function timesOf<T extends object>(row: T, times: readonly (keyof T & string)[]) {
  return Object.fromEntries(
    times.map((name) => [name, row[name] && new Date(row[name] as string)]),
  );
}

/** Streams pages of rows as pieces of one file, with one page in memory at a time. */
export async function* filePieces<T extends object>(
  pages: AsyncIterable<readonly T[]>,
  columns: readonly (keyof T & string)[],
  format: FileFormat,
  { watch = (all) => all, ...options }: CsvOptions<T> & { watch?: Watch | undefined } = {},
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of watch(pages)) {
    if (format === "csv") yield csvOf(rows, columns, { header: isFirst, ...options });
    else if (format === "ndjson") yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    else yield `${isFirst ? "[" : ","}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (format === "csv" && isFirst) yield csvOf([], columns, options);
}
