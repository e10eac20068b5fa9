import { SluglineError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";
import { type CsvRecord, maxColumns, maxRowLength } from "./link-table";

/**
 * A streaming CSV parser (RFC 4180). It reads each character once and buffers at most one row. An
 * unquoted `NULL` or `\N`, as databases write it, is empty. Throws `validation_failed` at a quote
 * that makes it uncertain where its row ends.
 */
export class CsvRecords {
  private fields: string[] = [];
  private field = "";
  private length = 0;
  private isTooLong = false;
  private state: "start" | "bare" | "quoted" | "closing" | "over" = "start";
  /** The current line, and that of the record and of the last opening quote. */
  private line = 1;
  private recordLine = 1;
  private quoteLine = 1;
  private endedWithReturn = false;
  private isQuoted = false;
  private isClosed = false;
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
    if (this.state === "bare") return this.takeBare(piece, from);
    const character = piece.charAt(from);
    // Spaces before a quote belong to nothing; before anything else they are trimmed later.
    if (character === " ") return from + 1;
    if (character !== "\n") this.endedWithReturn = false;
    this.isQuoted = character === '"';
    this.quoteLine = this.line;
    this.state = this.isQuoted ? "quoted" : "bare";
    return this.isQuoted ? from + 1 : this.takeBare(piece, from);
  }

  end(): CsvRecord | undefined {
    if (this.state === "quoted")
      throw misquoted(sentence("fileQuoteOpen", { line: this.quoteLine }));
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
    const quote = piece.indexOf('"', from);
    const end = quote < 0 ? piece.length : quote;
    const text = piece.slice(from, end);
    this.append(text);
    this.countLines(text);
    if (quote < 0) return end;
    this.state = "closing";
    return end + 1;
  }

  /** A second quote stands for one; else the field is over, and only spaces may follow. */
  private takeAfterQuote(piece: string, from: number): number {
    const character = piece.charAt(from);
    if (character === '"' && !this.isClosed) {
      this.append('"');
      this.state = "quoted";
      return from + 1;
    }
    this.isClosed = true;
    if (character === " ") return from + 1;
    if (!this.isEnd(character))
      throw misquoted(sentence("fileTextAfterQuote", { line: this.line }));
    this.state = "over";
    return from;
  }

  /** The record, if `end` terminates it and it is not blank. */
  private endField(end: string): CsvRecord | undefined {
    const isNull = !this.isQuoted && /^(?:NULL|\\N)\s*$/.test(this.field);
    if (this.fields.length < maxColumns) this.fields.push(isNull ? "" : this.field);
    else this.drop();
    this.field = "";
    this.state = "start";
    this.isQuoted = false;
    this.isClosed = false;
    if (end === this.delimiter) return undefined;
    const record = { line: this.recordLine, fields: this.isTooLong ? null : this.fields };
    this.countLines(end);
    this.recordLine = this.line;
    this.fields = [];
    this.length = 0;
    this.isTooLong = false;
    return record.fields === null || record.fields.some((field) => field.trim() !== "")
      ? record
      : undefined;
  }

  /** Line breaks are \n, \r\n or \r. */
  private countLines(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      if (character === 0x0d || (character === 0x0a && !this.endedWithReturn)) this.line++;
      this.endedWithReturn = character === 0x0d;
    }
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
  }
}

function misquoted(problem: Sentence): SluglineError {
  return new SluglineError("validation_failed", "fileMisquoted", { problem });
}
