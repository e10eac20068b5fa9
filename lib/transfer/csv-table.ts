import { type CsvRecord, CsvRecords } from "./csv-records";
import { type FileEncoding, textPieces, textStart } from "./file-encoding";
import { type LinkTable, namesByValues, noHeader } from "./link-table";
import { maxColumns, maxRowLength } from "./row-limits";
import { countKnown } from "./sources";

export const delimiters = [",", ";", "\t", "|"] as const;

/**
 * Finds the separator and the columns of a CSV file by its first line, and reads it once to its
 * end: quotes must match.
 */
export async function readCsvTable(file: Uint8Array, encoding: FileEncoding): Promise<LinkTable> {
  const start = textStart(file, encoding, maxRowLength);
  // Excel takes the separator from such a line.
  const [, declared] = /^sep=(.)[\r\n]/i.exec(start) ?? [];
  const headLines = declared === undefined ? 1 : 2;
  const { names, delimiter } = readHeader(
    start,
    declared === undefined ? delimiters : [declared],
    headLines,
  );
  const records = () => csvRecords(file, encoding, delimiter);
  for await (const _ of records());
  if (!names.some((name) => /^https?:\/\//i.test(name)))
    return { names, headLines, delimiter, records: () => after(headLines, records()) };
  const known = namesByValues(names);
  if (!known) throw noHeader();
  return {
    names: known,
    headLines: headLines - 1,
    delimiter,
    records: () => after(headLines - 1, records()),
  };
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

/**
 * Tries each delimiter and picks the one that yields the most known columns, else the most columns.
 */
function readHeader(
  start: string,
  candidates: readonly string[],
  headLines: number,
): { names: string[]; delimiter: string } {
  const readings = candidates.map((delimiter) => {
    const names = recordOf(start, delimiter, headLines).map((name) => name.trim());
    return { names, delimiter, score: countKnown(names) * maxColumns + names.length };
  });
  return readings.reduce((best, reading) => (reading.score > best.score ? reading : best));
}

/** The fields of record `place`; none if the text cannot be split in this way. */
function recordOf(text: string, delimiter: string, place: number): string[] {
  const records = new CsvRecords(delimiter);
  try {
    let left = place;
    for (const { fields } of records.take(text)) if (--left === 0) return fields ?? [];
    return left === 1 ? (records.end()?.fields ?? []) : [];
  } catch {
    return [];
  }
}
