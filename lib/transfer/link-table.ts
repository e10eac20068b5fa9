import { SluglineError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";

/** The longest row of a file, in characters: several times the longest link. */
export const maxRowLength = 131_072;
export const maxColumns = 1_000;
/** Of lists and objects in each other, and of folders of bookmarks. */
export const maxDepth = 100;

export function rowTooLong(): Sentence {
  return sentence("rowTooLong", {
    characters: maxRowLength,
    columns: maxColumns,
    levels: maxDepth,
  });
}

/**
 * One link of the file. `row` counts records, including a header line. `problem`: the row could not
 * be read.
 */
export interface FileRow {
  row: number;
  value: unknown;
  problem?: Sentence;
  /** Why the link is imported as disabled. */
  disabled?: Sentence;
  /** What the owner should know of a row that is imported. */
  note?: Sentence;
  /** Where the file has what a field is read from, as it stands there. */
  cellOf?: (field: string) => Cell | undefined;
}

/** Not a part of what was read, so rows compare without it. */
export function withCells(row: FileRow, cellOf: FileRow["cellOf"]): FileRow {
  return Object.defineProperty(row, "cellOf", { value: cellOf });
}

export interface Cell {
  column: string;
  value: unknown;
}

/**
 * A record of a table, and the line that it begins at. `fields` is null if it exceeds the maximum row
 * length.
 */
export interface CsvRecord {
  line: number;
  fields: string[] | null;
}

/** Links in rows and columns, as CSV, an SQL dump and bookmarks hold them. */
export interface LinkTable {
  names: readonly string[];
  /** Records before the first one of a link. */
  headLines: number;
  delimiter?: string;
  isHtml?: true;
  /** Lines end as Excel ends them. */
  isFromExcel?: boolean;
  /** Each call reads the file again. Throws if it is not certain where a record ends. */
  records: () => AsyncIterable<CsvRecord>;
}

const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * The columns of YOURLS' table by its values, for files that do not name them. Its newer versions
 * keep no address.
 */
export function namesByValues(fields: readonly string[]): readonly string[] | null {
  const [keyword = "", url = "", , time = ""] = fields;
  const isYourls =
    /^[^\s/]+$/.test(keyword) &&
    /^[a-z][a-z\d+.-]*:/i.test(url) &&
    timestamp.test(time) &&
    /^\d+$/.test(fields.at(-1) ?? "");
  if (!isYourls || fields.length < 5 || fields.length > 6) return null;
  return ["keyword", "url", "title", "timestamp", ...(fields.length === 6 ? ["ip"] : []), "clicks"];
}

export function noHeader(): SluglineError {
  return new SluglineError("validation_failed", "fileNoHeader");
}
