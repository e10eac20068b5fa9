import { z } from "zod";
import { says } from "../texts/sentence";
import { toLocal } from "./local-time";

/** For which spreadsheet a CSV file is written. */
export interface Spreadsheet {
  /** A semicolon where decimals have a comma. */
  separator: "," | ";";
  /** Of its times, which spreadsheets know without an offset only. */
  timeZone: string;
  /** What columns are called, by name; those that are missing have their own. */
  heads?: ReadonlyMap<string, string>;
}

/** The parameter that asks for a CSV file for spreadsheets. */
export const excelSchema = z
  .enum(["comma", "semicolon"], { error: says("mustBeSeparator") })
  .meta({
    description:
      "A file for spreadsheets: marked as UTF-8, with the separator that they expect (a semicolon where decimals have a comma), times such as 2026-01-31 14:20:00 in `timezone`, and an apostrophe before text that they would turn into a number or a date.",
  })
  .optional();

/** The spreadsheet that a request to the API asks for. */
export function spreadsheetOf({
  excel,
  timezone = "UTC",
}: {
  excel?: z.output<typeof excelSchema>;
  timezone?: string | undefined;
}): Spreadsheet | undefined {
  return excel && { separator: excel === "comma" ? "," : ";", timeZone: timezone };
}

/** The one that a viewer most likely has, if a page's request has the parameter `excel`. */
export function viewerSpreadsheet(
  { excel }: { excel?: unknown },
  { locale, timeZone }: { locale: string; timeZone: string },
  heads: ReadonlyMap<string, string>,
): Spreadsheet | undefined {
  if (excel === undefined) return undefined;
  const writesComma = new Intl.NumberFormat(locale).format(1.5).includes(",");
  return { separator: writesComma ? ";" : ",", timeZone, heads };
}

/** As it stands in a cell: with the decimal mark that belongs to the separator. */
export function numberCell(value: number, { separator }: Spreadsheet): string {
  return separator === ";" ? String(value).replace(".", ",") : String(value);
}

/** `2026-01-31 14:20:00`, local, which spreadsheets of any language read; of a midnight the date. */
export function timeCell(at: Date, { timeZone }: Spreadsheet): string {
  return toLocal(at, timeZone)
    .toISOString()
    .replace(/T00:00:00\..*|\..*/, "")
    .replace("T", " ");
}
