import { formatNumber } from "../core/format";
import { english } from "../texts/say";
import type { Header } from "./backup-format";

/** How many rows of a backup are written or restored. */
export interface RowProgress {
  done: number;
  of: number;
}

export type ReportRows = (progress: RowProgress) => void;

const newline = 0x0a;

/** Counts the rows that pass, each of which COPY ends with a newline. */
export class RowCount {
  private done = 0;
  private readonly of: number;

  constructor(
    { tables }: Pick<Header, "tables">,
    private readonly report: ReportRows = () => {},
  ) {
    this.of = tables.reduce((total, { rows }) => total + Number(rows), 0);
  }

  async *count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1))
        this.done++;
      this.report({ done: this.done, of: this.of });
      yield chunk;
    }
  }
}

/** Rows, per cent and the estimated rest, after so many seconds. */
export function progressText({ done, of }: RowProgress, seconds: number): string {
  const share = of === 0 ? 1 : Math.min(1, done / of);
  const number = (value: number) => formatNumber(value, "en");
  const rows = { done: number(done), of: number(of), percent: Math.floor(100 * share) };
  // The first rows say little about the others.
  if (share < 0.02 || seconds < 5) return english("rowsDone", rows);
  const minutes = Math.ceil((seconds * (1 - share)) / share / 60);
  return english("rowsDoneAndRest", { ...rows, minutes });
}
