import { maxColumns, maxRowLength } from "./row-limits";

/** The fields of one record, or null when it was longer than a row may be. */
export type CsvRecord = string[] | null;

/**
 * Reads CSV (RFC 4180) that arrives in pieces. No character is looked at twice and no more than one row is kept, so a
 * quote that never closes costs no more than any other text. A quote that does not end its field belongs to the field.
 */
export class CsvRecords {
  private fields: string[] = [];
  private field = "";
  private length = 0;
  private isTooLong = false;
  private state: "start" | "bare" | "quoted" | "closing" | "over" = "start";
  /** The quote that may have ended the field, and the spaces after it. */
  private held = "";
  private readonly bareEnd: RegExp;

  constructor(private readonly delimiter: string) {
    this.bareEnd = new RegExp(`[${delimiter}\\r\\n]`, "g");
  }

  /** The records that this piece completes; blank ones are left out. */
  *take(piece: string): Generator<CsvRecord> {
    for (let at = 0; at < piece.length; ) {
      at = this.takePart(piece, at);
      if (this.state !== "over") continue;
      const record = this.endField(piece.charAt(at++));
      if (record !== undefined) yield record;
    }
  }

  /** Ends at the delimiter or line break behind a field, at a quote, or with the piece. */
  private takePart(piece: string, from: number): number {
    if (this.state === "quoted") return this.takeQuoted(piece, from);
    if (this.state === "closing") return this.takeAfterQuote(piece, from);
    const isQuoted = this.state === "start" && piece.charAt(from) === '"';
    this.state = isQuoted ? "quoted" : "bare";
    return isQuoted ? from + 1 : this.takeBare(piece, from);
  }

  /** The record that the end of the file completes. */
  end(): CsvRecord | undefined {
    return this.endField("\n");
  }

  private takeBare(piece: string, from: number): number {
    this.bareEnd.lastIndex = from;
    const end = this.bareEnd.exec(piece)?.index ?? piece.length;
    this.append(piece.slice(from, end));
    if (end < piece.length) this.state = "over";
    return end;
  }

  private takeQuoted(piece: string, from: number): number {
    let start = from;
    let quote = piece.indexOf('"', from);
    for (; quote >= 0 && piece.charAt(quote + 1) === '"'; quote = piece.indexOf('"', start)) {
      this.append(piece.slice(start, quote + 1));
      start = quote + 2;
    }
    const end = quote < 0 ? piece.length : quote;
    this.append(piece.slice(start, end));
    if (quote < 0) return end;
    this.state = "closing";
    this.held = '"';
    return end + 1;
  }

  /** Ends where the field does, or goes back into it when the quote was not its end. */
  private takeAfterQuote(piece: string, from: number): number {
    let at = from;
    while (piece.charAt(at) === " ") at++;
    this.held += piece.slice(from, at);
    if (this.length + this.held.length > maxRowLength) this.drop();
    const character = piece.charAt(at);
    if (this.isEnd(character)) this.state = "over";
    if (character === "" || this.state === "over") return at;
    const isDoubled = character === '"' && this.held === '"';
    this.append(isDoubled ? '"' : this.held);
    this.held = "";
    this.state = "quoted";
    return isDoubled ? at + 1 : at;
  }

  /** The record, when `end` is not just the end of a field and it is not blank. */
  private endField(end: string): CsvRecord | undefined {
    if (this.fields.length < maxColumns) this.fields.push(this.field);
    else this.drop();
    this.field = "";
    this.held = "";
    this.state = "start";
    if (end === this.delimiter) return undefined;
    const record = this.isTooLong ? null : this.fields;
    this.fields = [];
    this.length = 0;
    this.isTooLong = false;
    return record === null || record.some((field) => field.trim() !== "") ? record : undefined;
  }

  private isEnd(character: string): boolean {
    return character === this.delimiter || character === "\n" || character === "\r";
  }

  private append(text: string): void {
    this.length += text.length;
    if (this.length > maxRowLength) this.drop();
    if (!this.isTooLong) this.field += text;
  }

  /** Nothing of a row that is too long is kept. */
  private drop(): void {
    this.isTooLong = true;
    this.fields = [];
    this.field = "";
    this.held = "";
  }
}
