import { comparable } from "./column-names";
import { CsvRecords } from "./csv-records";
import { type FileEncoding, textPieces, textStart } from "./file-content";
import {
  type CsvRecord,
  type LinkTable,
  maxColumns,
  maxRowLength,
  namesByValues,
  noHeader,
} from "./link-table";
import { countKnown, namesDestination } from "./sources";

export const delimiters = [",", ";", "\t", "|"] as const;

/**
 * Finds the separator and the columns of a CSV file by its first lines. `wanted`: columns that it
 * must have.
 */
export function readCsvTable(
  file: Uint8Array,
  encoding: FileEncoding,
  wanted: readonly string[],
): LinkTable {
  const start = textStart(file, encoding, maxRowLength);
  // Excel takes the separator from such a line.
  const [, declared] = /^sep=(.)[\r\n]/i.exec(start) ?? [];
  const { names, delimiter, headLines } = readHeader(
    start,
    declared === undefined ? delimiters : [declared],
    declared === undefined ? 0 : 1,
    wanted,
  );
  const records = () => csvRecords(file, encoding, delimiter);
  const isFromExcel = /\r\n/.test(start);
  if (!hasAddress(names))
    return {
      ...{ names, headLines, delimiter, isFromExcel },
      records: () => after(headLines, records()),
    };
  const known = namesByValues(names);
  if (!known) throw noHeader();
  return {
    ...{ names: known, headLines: headLines - 1, delimiter, isFromExcel },
    records: () => after(headLines - 1, records()),
  };
}

function hasAddress(fields: readonly string[]): boolean {
  return fields.some((field) => /^\s*https?:\/\//i.test(field));
}

async function* after(count: number, records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  let left = count;
  for await (const record of records) if (left-- <= 0) yield record;
}

async function* csvRecords(
  file: Uint8Array,
  encoding: FileEncoding,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  const records = new CsvRecords(delimiter);
  for await (const piece of textPieces(file, encoding)) yield* records.take(piece);
  const last = records.end();
  if (last !== undefined) yield last;
}

interface Header {
  names: string[];
  delimiter: string;
  /** The records up to it. */
  headLines: number;
}

/**
 * Tries each delimiter and picks the one that yields the most known columns, else the most columns.
 * `skipped`: the records before it that are no header.
 */
function readHeader(
  start: string,
  candidates: readonly string[],
  skipped: number,
  wanted: readonly string[],
): Header {
  const readings = candidates.map((delimiter) => {
    const records = firstRecords(start, delimiter).slice(skipped);
    const place = headerPlace(records, wanted);
    const names = (records[place] ?? []).map((name) => name.trim());
    const score = countKnown(names) * maxColumns + names.length;
    return { names, delimiter, headLines: skipped + place + 1, score };
  });
  return readings.reduce((best, reading) => (reading.score > best.score ? reading : best));
}

/** Titles and notes may stand above the header. */
const mostRecords = 20;

/**
 * The first record with a name of the destination, before any with an address; else the first that
 * is no title, which fills one field.
 */
function headerPlace(records: readonly string[][], wanted: readonly string[]): number {
  const end = records.findIndex(hasAddress);
  const before = end < 0 ? records : records.slice(0, end);
  const isHeader = (names: readonly string[]) =>
    wanted.length > 0
      ? wanted.every((name) => names.some((each) => comparable(each) === comparable(name)))
      : namesDestination(names);
  const found = before.findIndex(isHeader);
  const isTitle = (names: readonly string[]) => names.filter((name) => name !== "").length === 1;
  return Math.max(0, found < 0 ? before.findIndex((names) => !isTitle(names)) : found);
}

/** Records of the beginning; none if the text cannot be split in this way. */
function firstRecords(text: string, delimiter: string): string[][] {
  const records = new CsvRecords(delimiter);
  const found: string[][] = [];
  try {
    for (const { fields } of records.take(text)) {
      found.push(fields ?? []);
      if (found.length === mostRecords) return found;
    }
    const last = records.end();
    return last ? [...found, last.fields ?? []] : found;
  } catch {
    return found;
  }
}
