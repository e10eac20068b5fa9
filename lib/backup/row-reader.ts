import { endOfRows } from "./backup-format";

const newline = 0x0a;
const end = Buffer.from(`\n${endOfRows}`);

/**
 * Reads lines, and the rows after them, from the unpacked part of a backup. Keeps no more than one
 * chunk.
 */
export class RowReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line with its newline; what is left if there is none. */
  async line(): Promise<string> {
    let at = this.rest.indexOf(newline);
    while (at < 0 && (await this.more())) at = this.rest.indexOf(newline);
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
      if (!(await this.more())) throw new Error("the rows of a backup have no end");
    }
  }

  private take(length: number): Buffer {
    const taken = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return taken;
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.chunks.next();
    if (done) return false;
    this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
    return true;
  }
}
