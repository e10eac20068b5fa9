import { SluglineError } from "../core/errors";
import { withoutFormulaGuards } from "../core/formula-guard";
import type { ExportFormat } from "../core/table-file";
import { type CsvRecord, CsvRecords } from "./csv-records";
import { type JsonElement, JsonElements } from "./json-elements";
import { maxRowLength, rowTooLong } from "./row-limits";
import { textPieces } from "./text-pieces";

/** One link as written in the file. `row` counts records, including a header line. `problem`: the row could not be read. */
export interface LinkRow {
  row: number;
  value: unknown;
  problem?: string;
}

const known = ["url", "slug", "title", "enabled", "expiresAt"] as const;
const nameOf = new Map(known.map((name) => [name.toLowerCase(), name]));
const delimiters = [",", ";", "\t", "|"] as const;

/**
 * The links of a CSV file with a header line, or of a JSON array. The file is parsed in pieces that yield to other
 * requests. Throws `validation_failed` or `malformed_json` before the first row if it is neither.
 */
export async function readLinkRows(file: Uint8Array, format: ExportFormat): Promise<AsyncIterable<LinkRow>> {
  if (format === "csv") return readCsv(file);
  // Parses the whole file first, so that a syntax error at its end does not leave a partial import.
  for await (const _ of jsonElements(file));
  return readJson(file);
}

function readCsv(file: Uint8Array): AsyncIterable<LinkRow> {
  const { columns, delimiter } = readHeader(file);
  if (!columns.has("url")) {
    throw new SluglineError(
      "validation_failed",
      "The first line must name the columns, and one of them must be url: url,slug,title,enabled,expiresAt.",
    );
  }
  return csvRows(file, columns, delimiter);
}

async function* csvRows(file: Uint8Array, columns: Columns, delimiter: string): AsyncGenerator<LinkRow> {
  let row = 0;
  for await (const fields of csvRecords(file, delimiter)) {
    row++;
    if (row > 1) yield fields ? { row, value: linkOf(columns, fields) } : { row, value: null, problem: rowTooLong };
  }
}

async function* csvRecords(file: Uint8Array, delimiter: string): AsyncGenerator<CsvRecord> {
  const records = new CsvRecords(delimiter);
  for await (const piece of textPieces(file)) yield* records.take(piece);
  const last = records.end();
  if (last !== undefined) yield last;
}

type Columns = ReadonlyMap<string, number>;

/** Tries each delimiter and picks the one that yields the most known columns. */
function readHeader(file: Uint8Array): { columns: Columns; delimiter: string } {
  const start = new TextDecoder().decode(file.subarray(0, maxRowLength));
  const readings = delimiters.map((delimiter) => ({ columns: columnsOf(firstRecord(start, delimiter)), delimiter }));
  return readings.reduce((best, reading) => (reading.columns.size > best.columns.size ? reading : best));
}

function columnsOf(names: string[]): Columns {
  const columns = new Map<string, number>();
  for (const [index, written] of names.entries()) {
    const name = nameOf.get(written.trim().toLowerCase());
    if (name !== undefined) columns.set(name, index);
  }
  return columns;
}

function firstRecord(text: string, delimiter: string): string[] {
  const records = new CsvRecords(delimiter);
  for (const record of records.take(text)) return record ?? [];
  return records.end() ?? [];
}

/** An empty field counts as missing, like a missing key. The schema reports invalid values. */
function linkOf(columns: Columns, fields: string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, index] of columns) {
    const field = withoutFormulaGuards(fields[index] ?? "").trim();
    if (field === "" && name !== "url") continue;
    value[name] = name === "enabled" && /^(true|false)$/i.test(field) ? field.toLowerCase() === "true" : field;
  }
  return value;
}

/** An array of links, or a response of GET /api/links. */
async function* readJson(file: Uint8Array): AsyncGenerator<LinkRow> {
  let row = 0;
  for await (const element of jsonElements(file)) {
    row++;
    yield element ? { row, value: element.value } : { row, value: null, problem: rowTooLong };
  }
}

async function* jsonElements(file: Uint8Array): AsyncGenerator<JsonElement> {
  const elements = new JsonElements();
  for await (const piece of textPieces(file)) yield* elements.take(piece);
  elements.end();
}
