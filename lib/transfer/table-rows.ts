import { cutText } from "../core/clean-text";
import { withoutGuards } from "../core/formula-guard";
import { knownTimeZone } from "../core/time-zone";
import type { CsvRecord } from "./csv-records";
import { delimiters } from "./csv-table";
import type { FileRow, LinkTable } from "./link-table";
import { adjustLink, linkValues } from "./link-values";
import { rowTooLong } from "./row-limits";
import { type Columns, comparable } from "./sources";
import { type DateOrder, findDateOrder, instantIn } from "./spreadsheet-times";

/**
 * The rows of a table. One whose fields cannot be told apart for certain is reported, never cut.
 */
export async function* tableRows(
  table: LinkTable,
  columns: Columns,
  isOwn: boolean,
): AsyncGenerator<FileRow> {
  const reader = new TableReader(table, columns, isOwn);
  await reader.findDateOrder();
  let row = table.headLines;
  let held: CsvRecord | undefined;
  for await (const record of table.records()) {
    if (held) yield reader.read(held, row, record);
    held = record;
    row++;
  }
  if (held) yield reader.read(held, row);
}

class TableReader {
  private readonly places: ReadonlyMap<string, number>;
  private readonly destinations: readonly number[];
  private readonly others: readonly string[];
  /** Columns that a spreadsheet may have saved as it writes dates: of exports of Slugline. */
  private readonly times: ReadonlySet<string>;
  private dateOrder: DateOrder | null = null;

  constructor(
    private readonly table: LinkTable,
    private readonly columns: Columns,
    /** An export of Slugline, which guards more text than others do. */
    private readonly isOwn: boolean,
  ) {
    this.places = new Map(table.names.map((name, index) => [comparable(name), index]));
    this.destinations = (columns.url ?? []).flatMap((name) => this.places.get(name) ?? []);
    this.others =
      table.delimiter === undefined ? [] : delimiters.filter((each) => each !== table.delimiter);
    const { createdAt = [], updatedAt = [], expiresAt = [], startsAt = [] } = columns;
    this.times = new Set(isOwn ? [createdAt, updatedAt, expiresAt, startsAt].flat() : []);
  }

  async findDateOrder(): Promise<void> {
    if (this.times.size > 0) this.dateOrder = await findDateOrder(this.timesOfRows());
  }

  private async *timesOfRows(): AsyncGenerator<string[]> {
    for await (const { fields } of this.table.records())
      if (fields !== null)
        yield [...this.times].flatMap((name) => this.textOf(fields, this.places.get(name)) || []);
  }

  read({ line, fields }: CsvRecord, row: number, next?: CsvRecord): FileRow {
    if (fields === null) return { row, value: null, problem: rowTooLong };
    const text = (name: string) => this.textOf(fields, this.places.get(name));
    const zone = this.columns.timeZone?.map(text).find(Boolean) ?? "UTC";
    const timeZone = knownTimeZone(zone);
    const get = (name: string) => {
      const value = text(name);
      return value && timeZone && this.times.has(name)
        ? instantIn(value, timeZone, this.dateOrder)
        : value;
    };
    const values = linkValues(this.columns, get);
    const problem =
      this.problemOf(fields, line, next) ??
      (timeZone
        ? undefined
        : `Line ${line}: "${cutText(zone, 60)}" is no time zone such as Europe/Berlin.`);
    if (problem) return { row, value: values, problem };
    const note = this.isShort(fields)
      ? `Line ${line} has ${countOf(fields.length)}, the header ${this.width}: the others count as empty.`
      : undefined;
    return {
      row,
      ...adjustLink(values, this.columns, get),
      ...(note === undefined ? {} : { note }),
    };
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
  ): string | undefined {
    if (fields.length > this.width) {
      return `Line ${line}: the row has ${countOf(fields.length)}, the header ${this.width}. If a value contains the separator, put it in quotes.`;
    }
    const isShort = this.isShort(fields);
    if (isShort && !this.destinations.some((place) => place < fields.length))
      return `Line ${line}: the row ends before its destination.`;
    if (isShort && this.mayBeCut(fields)) {
      return `Line ${line}: the row has ${countOf(fields.length)}, the header ${this.width}, so a separator may have cut its destination. If so, put the destination in quotes; else add the missing separators.`;
    }
    if (isShort && this.others.some((other) => fields.some((field) => field.includes(other)))) {
      return `Line ${line}: the row has ${countOf(fields.length)}, the header ${this.width}. Does it use another separator than the header?`;
    }
    if (
      next?.fields &&
      !this.beginsLikeRow(next.fields) &&
      (isShort || this.isShort(next.fields))
    ) {
      return `Line ${line}: the row may be cut, because the next line does not look like a link. If a value contains a line break, put it in quotes.`;
    }
    return undefined;
  }

  /**
   * A separator within the destination moves what follows into the next fields, where the row may
   * look complete.
   */
  private mayBeCut(fields: readonly string[]): boolean {
    return this.destinations.some((place) => place < fields.length - 1);
  }

  /** The rest of a row that a line break has cut has no address in the place of the destination. */
  private beginsLikeRow(fields: readonly string[]): boolean {
    return this.destinations.some((place) => /^\s*[a-z][a-z\d+.-]*:/i.test(fields[place] ?? ""));
  }
}

function countOf(fields: number): string {
  return fields === 1 ? "1 field" : `${fields} fields`;
}
