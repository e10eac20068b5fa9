import { isSluglineError, SluglineError } from "../core/errors";
import { withoutFormulaGuards } from "../core/formula-guard";
import type { ExportFormat } from "../core/table-file";
import { type CsvRecord, CsvRecords } from "./csv-records";
import { type JsonElement, JsonElements } from "./json-elements";
import { fitLink, linkValues } from "./link-values";
import { maxColumns, maxRowLength, rowTooLong } from "./row-limits";
import { type Columns, columnsOf, comparable, countKnown, type ImportField, type ImportSource, recogniseSource } from "./sources";
import { textPieces } from "./text-pieces";

/** One link of the file. `row` counts records, including a header line. `problem`: the row could not be read. */
export interface LinkRow {
  row: number;
  value: unknown;
  problem?: string;
  /** Why the link is imported as disabled. */
  disabled?: string;
}

export interface LinkFile {
  source: ImportSource;
  /** The header line of a CSV file. */
  names: string[];
  rows: AsyncIterable<LinkRow>;
}

export interface ReadOptions {
  /** Default: recognised by the columns. */
  source?: ImportSource | undefined;
  /** Columns that hold a field, as written in the file; empty for none. */
  columns?: Partial<Record<ImportField, string>>;
}

/** No column holds the destination. `names`: the columns of the file. */
export class UnknownColumns extends SluglineError {
  constructor(readonly names: string[]) {
    super(
      "validation_failed",
      "No column of the file is known to hold the destination. Name the columns in its first line (url,slug,title,enabled,expiresAt), or say which column holds what.",
    );
  }
}

export function isUnknownColumns(error: unknown): error is UnknownColumns {
  return isSluglineError(error) && "names" in error;
}

const delimiters = [",", ";", "\t", "|"] as const;

/** The format of a file by its first character. */
export function formatOf(file: Uint8Array): ExportFormat {
  const [first] = new TextDecoder().decode(file.subarray(0, maxRowLength)).trimStart();
  return first === "[" || first === "{" ? "json" : "csv";
}

/**
 * The links of a CSV file with a header line, or of a JSON array. The file is parsed in pieces that yield to other
 * requests. Throws `validation_failed` or `malformed_json` before the first row if it is neither.
 */
export async function readLinkRows(file: Uint8Array, format: ExportFormat, options: ReadOptions = {}): Promise<LinkFile> {
  return format === "csv" ? readCsv(file, options) : readJson(file, options);
}

function readCsv(file: Uint8Array, { source: given, columns: chosen = {} }: ReadOptions): LinkFile {
  const { names, delimiter } = readHeader(file);
  const places = new Map(names.map((name, index) => [comparable(name), index]));
  const source = given ?? recogniseSource(new Set(places.keys()));
  const columns = columnsOf(source, chosen);
  if (!columns.url?.some((name) => places.has(name))) throw new UnknownColumns(names);
  return { source, names, rows: csvRows(file, delimiter, columns, places) };
}

async function* csvRows(file: Uint8Array, delimiter: string, columns: Columns, places: ReadonlyMap<string, number>): AsyncGenerator<LinkRow> {
  const indexOf = (name: string) => places.get(name) ?? -1;
  let row = 0;
  for await (const fields of csvRecords(file, delimiter)) {
    row++;
    if (row === 1) continue;
    if (fields === null) yield { row, value: null, problem: rowTooLong };
    else {
      const get = (name: string) => textOf(fields, indexOf(name));
      yield { row, ...fitLink(linkValues(columns, get), columns, get) };
    }
  }
}

/** Undefined if the file has no such column. */
function textOf(fields: readonly string[], index: number): string | undefined {
  return index < 0 ? undefined : withoutFormulaGuards(fields[index] ?? "").trim();
}

async function* csvRecords(file: Uint8Array, delimiter: string): AsyncGenerator<CsvRecord> {
  const records = new CsvRecords(delimiter);
  for await (const piece of textPieces(file)) yield* records.take(piece);
  const last = records.end();
  if (last !== undefined) yield last;
}

/** Tries each delimiter and picks the one that yields the most known columns, else the most columns. */
function readHeader(file: Uint8Array): { names: string[]; delimiter: string } {
  const start = new TextDecoder().decode(file.subarray(0, maxRowLength));
  const readings = delimiters.map((delimiter) => {
    const names = firstRecord(start, delimiter).map((name) => name.trim());
    return { names, delimiter, score: countKnown(names) * maxColumns + names.length };
  });
  return readings.reduce((best, reading) => (reading.score > best.score ? reading : best));
}

function firstRecord(text: string, delimiter: string): string[] {
  const records = new CsvRecords(delimiter);
  for (const record of records.take(text)) return record ?? [];
  return records.end() ?? [];
}

/** An array of links, or an object with one: what GET /api/links, Sink, Kutt and Short.io answer. */
async function readJson(file: Uint8Array, { source: given, columns: chosen = {} }: ReadOptions): Promise<LinkFile> {
  let names: ReadonlySet<string> | undefined;
  // Parses the whole file first, so that a syntax error at its end does not leave a partial import.
  for await (const element of jsonElements(file)) names ??= isObject(element?.value) ? new Set(membersOf(element.value).keys()) : undefined;
  const source = given ?? recogniseSource(names ?? new Set());
  // An unknown object may be a link of the API, whose schema reports wrong types.
  const isLink = source === "csv" && Object.keys(chosen).length === 0;
  return { source, names: [], rows: jsonRows(file, isLink ? null : columnsOf(source, chosen)) };
}

async function* jsonRows(file: Uint8Array, columns: Columns | null): AsyncGenerator<LinkRow> {
  let row = 0;
  for await (const element of jsonElements(file)) {
    row++;
    if (element === null) yield { row, value: null, problem: rowTooLong };
    else if (!isObject(element.value)) yield { row, value: element.value };
    else {
      const members = membersOf(element.value);
      const get = (name: string) => members.get(name);
      yield { row, ...fitLink(columns === null ? element.value : linkValues(columns, get), columns ?? columnsOf("csv", {}), get) };
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values by comparable name; those of an object in it follow its name and a dot. */
function membersOf(value: object): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    members.set(comparable(name), typeof member === "string" ? member.trim() : member);
    if (isObject(member)) for (const [inner, each] of Object.entries(member)) members.set(`${comparable(name)}.${comparable(inner)}`, each);
  }
  return members;
}

async function* jsonElements(file: Uint8Array): AsyncGenerator<JsonElement> {
  const elements = new JsonElements();
  for await (const piece of textPieces(file)) yield* elements.take(piece);
  elements.end();
}
