import { maxColumns, maxRowLength } from "./row-limits";

/** The fields of one record, or null if it exceeds the maximum row length. */
export type CsvRecord = string[] | null;

/**
 * A streaming CSV parser (RFC 4180). It reads each character once and buffers at most one row, so an unclosed quote costs
 * no more than other text. A quote that does not end its field is part of the field.
 */
export class CsvRecords {
  private fields: string[] = [];
  private field = "";
  private length = 0;
  private isTooLong = false;
  private state: "start" | "bare" | "quoted" | "closing" | "over" = "start";
  /** A quote that may end the field, and the spaces after it. */
  private held = "";
  private readonly bareEnd: RegExp;

  constructor(private readonly delimiter: string) {
    this.bareEnd = new RegExp(`[${delimiter}\\r\\n]`, "g");
  }

  /** The records that this piece completes, without blank ones. */
  *take(piece: string): Generator<CsvRecord> {
    for (let at = 0; at < piece.length; ) {
      at = this.takePart(piece, at);
      if (this.state !== "over") continue;
      const record = this.endField(piece.charAt(at++));
      if (record !== undefined) yield record;
    }
  }

  /** Ends at the delimiter or line break after a field, at a quote, or at the end of the piece. */
  private takePart(piece: string, from: number): number {
    if (this.state === "quoted") return this.takeQuoted(piece, from);
    if (this.state === "closing") return this.takeAfterQuote(piece, from);
    const isQuoted = this.state === "start" && piece.charAt(from) === '"';
    this.state = isQuoted ? "quoted" : "bare";
    return isQuoted ? from + 1 : this.takeBare(piece, from);
  }

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

  /** Ends where the field ends, or returns into it if the quote was part of it. */
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

  /** The record, if `end` terminates it and it is not blank. */
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

  private drop(): void {
    this.isTooLong = true;
    this.fields = [];
    this.field = "";
    this.held = "";
  }
}
