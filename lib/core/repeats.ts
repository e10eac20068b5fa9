/** A line is written at once; the same again within this time is counted. */
const windowMs = 60_000;
/** Past this many different lines in one window the rest share one count: strangers can make lines differ. */
const mostLines = 200;
const otherLines = "";

interface Repeated {
  count: number;
  /** Writes the count, when the window is over. */
  tell: (count: number) => void;
}

/** Keeps lines that repeat from filling the log: the first is written, then one with the count for each window. */
export class Repeats {
  private readonly lines = new Map<string, Repeated>();
  private timer: NodeJS.Timeout | null = null;

  /** Whether the line with this key is to be written now. If not, it is counted, and `tell` is called at the end of the window. */
  admit(key: string, tell: (count: number) => void): boolean {
    const known = this.lines.get(key);
    if (known) {
      known.count++;
      known.tell = tell;
      return false;
    }
    if (this.lines.size >= mostLines && key !== otherLines) return this.admit(otherLines, tell);
    this.lines.set(key, { count: 0, tell });
    this.timer ??= setTimeout(() => this.tellAll(), windowMs).unref();
    return true;
  }

  /** Writes all counts now, and begins anew. What repeated stays counted: its first line was written already. */
  tellAll(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const lines = [...this.lines];
    this.lines.clear();
    for (const [key, { count, tell }] of lines) {
      if (count === 0) continue;
      tell(count);
      this.lines.set(key, { count: 0, tell });
    }
    if (this.lines.size > 0) this.timer = setTimeout(() => this.tellAll(), windowMs).unref();
  }
}
