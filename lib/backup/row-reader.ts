import { english } from "../texts/say";
import { BackupError } from "./backup-error";
import { endOfRows } from "./backup-format";

const newline = 0x0a;
const end = Buffer.from(`\n${endOfRows}`);

/** A command is far shorter, and so is a row: its longest text has 8 KB, its longest list a batch. */
const mostCommandBytes = 1024 * 1024;
const mostRowBytes = 32 * 1024 * 1024;

/**
 * Reads lines, and the rows after them, from the unpacked part of a backup. Keeps no more than one
 * chunk.
 */
export class RowReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  /** Lines that were taken, and bytes of the row that was taken in part. */
  private lines = 0;
  private rowBytes = 0;

  /** `file`: to name it in a refusal. */
  constructor(
    chunks: AsyncIterable<Buffer>,
    private readonly file = english("theBackup"),
  ) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line with its newline; what is left if there is none. */
  async line(): Promise<string> {
    let at = this.rest.indexOf(newline);
    while (at < 0 && this.rest.length <= mostCommandBytes && (await this.more()))
      at = this.rest.indexOf(newline);
    if (at > mostCommandBytes || (at < 0 && this.rest.length > mostCommandBytes))
      throw this.refusal(english("rowIsTooLong"));
    return this.take(at < 0 ? this.rest.length : at + 1).toString("utf8");
  }

  /** The rows up to `\.`, which COPY writes in no row. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.rest.length < endOfRows.length && (await this.more()));
    if (this.rest.subarray(0, endOfRows.length).toString() === endOfRows) {
      this.take(endOfRows.length);
      return;
    }
    for (;;) {
      const at = this.rest.indexOf(end);
      if (at >= 0) {
        yield this.take(at + 1);
        this.take(endOfRows.length);
        return;
      }
      // The end may continue in the next chunk.
      const sure = this.rest.length - end.length + 1;
      if (sure > 0) yield this.take(sure);
      if (this.rowBytes > mostRowBytes) throw this.refusal(english("rowIsTooLong"));
      if (!(await this.more())) throw this.refusal(english("rowsHaveNoEnd"));
    }
  }

  private refusal(what: string): BackupError {
    return new BackupError(
      english("backupRow", { file: this.file, line: this.lines + 1, problem: what }),
    );
  }

  private take(length: number): Buffer {
    const taken = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    const last = taken.lastIndexOf(newline);
    this.rowBytes = last < 0 ? this.rowBytes + length : length - last - 1;
    for (let at = taken.indexOf(newline); at >= 0; at = taken.indexOf(newline, at + 1))
      this.lines++;
    return taken;
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.chunks.next();
    if (done) return false;
    this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
    return true;
  }
}
