/** Repeats of a line within this time are only counted. */
const windowMs = 60_000;
/**
 * Beyond this many distinct lines per window, the rest share one count, because clients can make
 * lines differ.
 */
const mostLines = 200;
const otherLines = "";

interface Repeated {
  count: number;
  tell: (count: number) => void;
}

/**
 * Throttles repeated log lines: the first is written at once, then one line with the count per
 * window.
 */
export class Repeats {
  private readonly lines = new Map<string, Repeated>();
  private timer: NodeJS.Timeout | null = null;

  /**
   * Whether to write the line with this key now. If not, it is counted, and `tell` is called at the
   * end of the window.
   */
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

  /**
   * Writes all counts and starts a new window. Repeated keys stay throttled, since their first line
   * is already written.
   */
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
