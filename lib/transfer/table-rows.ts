import { cutText } from "../core/clean-text";
import { withoutGuards } from "../core/formula-guard";
import { knownTimeZone } from "../core/time-zone";
import { type Sentence, sentence } from "../texts/sentence";
import { type Columns, comparable } from "./column-names";
import { ColumnTimes, EscapedTexts } from "./column-texts";
import { delimiters } from "./csv-table";
import {
  type Cell,
  type CsvRecord,
  type FileRow,
  type LinkTable,
  rowTooLong,
  withCells,
} from "./link-table";
import { adjustLink, cellOf, linkValues } from "./link-values";
import { type DateOrder, DateOrders } from "./spreadsheet-times";

/**
 * The rows of a table. One whose fields cannot be told apart for certain is reported, never cut.
 * Reads the table to its end first: it must be one, and its rows say how others are read.
 */
export async function tableRows(
  table: LinkTable,
  reading: TableReading,
): Promise<{ rows: AsyncIterable<FileRow>; unclearDates?: true }> {
  const reader = new TableReader(table, reading);
  for await (const record of table.records()) reader.see(record);
  return { rows: reader.rows(), ...(reader.times.areUnclear && { unclearDates: true as const }) };
}

interface TableReading {
  columns: Columns;
  /** An export of Slugline, which guards more text than others do. */
  isOwn: boolean;
  /** The names of the columns as the file has them. */
  written: readonly string[];
  dateOrder: DateOrder | undefined;
}

class TableReader {
  private readonly places: ReadonlyMap<string, number>;
  private readonly destinations: readonly number[];
  private readonly slugs: ReadonlySet<number>;
  private readonly others: readonly string[];
  readonly times: ColumnTimes;
  private readonly texts: EscapedTexts;
  /** Whether a row has as many fields as the header, and whether one has fewer or more. */
  private hasWhole = false;
  private hasShorter = false;
  private hasLonger = false;

  private readonly columns: Columns;
  private readonly isOwn: boolean;
  private readonly written: readonly string[];

  constructor(
    private readonly table: LinkTable,
    { columns, isOwn, written, dateOrder }: TableReading,
  ) {
    this.columns = columns;
    this.isOwn = isOwn;
    this.written = written;
    this.places = new Map(table.names.map((name, index) => [comparable(name), index]));
    this.destinations = this.placesOf(columns.url);
    this.slugs = new Set(this.placesOf(columns.slug));
    this.others =
      table.delimiter === undefined ? [] : delimiters.filter((each) => each !== table.delimiter);
    this.times = new ColumnTimes(columns, new DateOrders(dateOrder), isOwn);
    // Bookmarks are HTML: their references are read already.
    this.texts = new EscapedTexts(isOwn || table.isHtml ? {} : columns);
  }

  private placesOf(names: readonly string[] = []): number[] {
    return names.flatMap((name) => this.places.get(name) ?? []);
  }

  /** What a row says of the others: every row is seen before the first is read. */
  see({ fields }: CsvRecord): void {
    if (fields === null) return;
    this.hasWhole ||= fields.length === this.width;
    this.hasShorter ||= this.isShort(fields);
    this.hasLonger ||= fields.length > this.width;
    for (const name of this.times.names) this.times.see(name, fields[this.places.get(name) ?? -1]);
    for (const name of this.texts.names) this.texts.see(name, fields[this.places.get(name) ?? -1]);
  }

  async *rows(): AsyncGenerator<FileRow> {
    let row = this.table.headLines;
    let held: CsvRecord | undefined;
    for await (const record of this.table.records()) {
      if (held) yield this.read(held, row, record);
      held = record;
      row++;
    }
    if (held) yield this.read(held, row);
  }

  private read({ line, fields }: CsvRecord, row: number, next?: CsvRecord): FileRow {
    if (fields === null) return { row, value: null, problem: rowTooLong() };
    const text = (name: string) => this.textOf(fields, this.places.get(name));
    const zone = this.columns.timeZone?.map(text).find(Boolean) ?? "UTC";
    const timeZone = knownTimeZone(zone);
    const get = (name: string) =>
      this.texts.read(name, timeZone ? this.times.read(name, text(name), timeZone) : text(name));
    const values = linkValues(this.columns, get, this.isOwn);
    const problem =
      this.problemOf(fields, line, next) ??
      (timeZone ? undefined : sentence("rowNoTimeZone", { line, zone: cutText(zone, 60) }));
    if (problem) return { row, value: values, problem };
    const note = this.isShort(fields)
      ? sentence("rowHasFewer", { line, fields: fields.length, number: this.width })
      : undefined;
    const read = { row, ...adjustLink(values, this.columns, get), ...(note && { note }) };
    return withCells(read, (field) => this.named(cellOf(this.columns, text, field)));
  }

  private named(cell: Cell | undefined): Cell | undefined {
    const place = this.places.get(cell?.column ?? "");
    return cell && { ...cell, column: this.written[place ?? -1] ?? cell.column };
  }

  private get width(): number {
    return this.table.names.length;
  }

  private isShort(fields: readonly string[]): boolean {
    return fields.length < this.width;
  }

  /** Undefined if the file has no such column. */
  private textOf(fields: readonly string[], place: number | undefined): string | undefined {
    if (place === undefined) return undefined;
    const text = fields[place] ?? "";
    return this.table.delimiter === undefined
      ? text.trim()
      : withoutGuards(text, this.isOwn).trim();
  }

  private problemOf(
    fields: readonly string[],
    line: number,
    next: CsvRecord | undefined,
  ): Sentence | undefined {
    if (fields.length > this.width) {
      return sentence("rowHasMore", { line, fields: fields.length, number: this.width });
    }
    const isShort = this.isShort(fields);
    if (isShort && !this.destinations.some((place) => place < fields.length))
      return sentence("rowEndsEarly", { line });
    if (isShort && this.mayBeCut(fields)) {
      return sentence("rowDestinationCut", {
        line,
        fields: fields.length,
        number: this.width,
      });
    }
    if (!isShort && this.hasShorter && this.hidesCut(fields))
      return sentence("rowDestinationGoesOn", { line });
    if (isShort && this.others.some((other) => fields.some((field) => field.includes(other)))) {
      return sentence("rowOtherSeparator", {
        line,
        fields: fields.length,
        number: this.width,
      });
    }
    if (
      next?.fields &&
      !this.beginsLikeRow(next.fields) &&
      (isShort || this.isShort(next.fields))
    ) {
      return sentence("rowMayBeCut", { line });
    }
    return undefined;
  }

  /**
   * A separator within the destination moves what follows into the next fields, where the row may
   * look complete. Excel puts such a destination in quotes and leaves out empty cells at the end of
   * a row; so does a file that has whole rows, and none with too many fields.
   */
  private mayBeCut(fields: readonly string[]): boolean {
    const places = this.destinations.filter((place) => place < fields.length - 1);
    const isTrimmed = !this.hasLonger && (this.hasWhole || this.table.isFromExcel === true);
    return places.some((place) => !isTrimmed || this.continues(fields, place));
  }

  /** Where rows may end early, one whose destination was cut may look complete. */
  private hidesCut(fields: readonly string[]): boolean {
    return this.destinations.some(
      (place) => !/^https?:\/\//i.test(fields[place + 1] ?? "") && this.continues(fields, place),
    );
  }

  /** Whether the field behind a destination looks like more of it. */
  private continues(fields: readonly string[], place: number): boolean {
    const [destination = "", next = ""] = fields.slice(place);
    if (next === "" || /^\s/.test(next)) return false;
    const isNumber = /\d$/.test(destination) && /[?@]/.test(destination) && /^-?\d/.test(next);
    const isPath = !/\s/.test(next) && /[/?&=%#]|\.\w{2,5}$/.test(next);
    return isNumber || (isPath && !(this.slugs.has(place + 1) && /^https?:\/\//i.test(next)));
  }

  /** The rest of a row that a line break has cut has no address in the place of the destination. */
  private beginsLikeRow(fields: readonly string[]): boolean {
    return this.destinations.some((place) => /^\s*[a-z][a-z\d+.-]*:/i.test(fields[place] ?? ""));
  }
}
