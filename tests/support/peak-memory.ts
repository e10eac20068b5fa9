import { readdirSync, readFileSync } from "node:fs";

/**
 * The most memory, in MB, that a process, its children and the Postgres in its data folder took
 * together, measured ten times a second. Linux only.
 */
export class PeakMemory {
  peakMb = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly pid: number,
    private readonly dataFolder: string,
  ) {
    this.timer = setInterval(() => this.measure(), 100);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private measure(): void {
    const parents = new Map(
      readdirSync("/proc").flatMap((name) =>
        /^\d+$/.test(name) ? [[Number(name), parentOf(name)] as const] : [],
      ),
    );
    // Postgres leaves its parent.
    const own = new Set([
      this.pid,
      ...[...parents.keys()].filter((pid) =>
        read(`/proc/${pid}/cmdline`).includes(this.dataFolder),
      ),
    ]);
    for (let before = 0; before < own.size; ) {
      before = own.size;
      for (const [pid, parent] of parents) if (own.has(parent)) own.add(pid);
    }
    const bytes = [...own].reduce((sum, pid) => sum + proportionalKb(pid), 0);
    this.peakMb = Math.max(this.peakMb, bytes / 1024);
  }
}

/** Each page that several processes share counts once, divided among them. */
function proportionalKb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** The name of a program may contain blanks and parentheses. */
function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Empty if the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
