export interface ScrapeQueueOptions {
  atOnce: number;
  atOncePerHost: number;
  /** Beyond this many, running and waiting, no more are taken. */
  most: number;
}

/** So much is being scraped or waits for it that this was not begun. */
export class ScrapeQueueFullError extends Error {
  override readonly name = "ScrapeQueueFullError";

  constructor() {
    super("Too many previews are being read at the moment: try again in a few seconds.");
  }
}

interface Waiting {
  host: string;
  start: () => void;
}

/** Bounds how much is scraped at the same time, in all and of one host. */
export class ScrapeQueue {
  private readonly waiting = new Set<Waiting>();
  private readonly runningByHost = new Map<string, number>();
  private running = 0;

  constructor(private readonly options: ScrapeQueueOptions) {}

  /**
   * Runs `work` when it is its turn. What `signal` ends before that leaves the queue and rejects with the signal's reason;
   * work that has begun must heed the signal itself. Throws a `ScrapeQueueFullError`.
   */
  async run<T>(host: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running + this.waiting.size >= this.options.most) throw new ScrapeQueueFullError();
    await this.turn(host, signal);
    try {
      return await work();
    } finally {
      this.count(host, -1);
      this.startNext();
    }
  }

  /** Resolves when the work counts as running. */
  private turn(host: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(entry);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        this.waiting.delete(entry);
        this.count(host, 1);
        resolve();
      };
      const entry: Waiting = { host, start };
      this.waiting.add(entry);
      signal?.addEventListener("abort", leave, { once: true });
      this.startNext();
    });
  }

  /** First come, first served, but for hosts that are busy. */
  private startNext(): void {
    for (const { host, start } of this.waiting) {
      if (this.running >= this.options.atOnce) return;
      if ((this.runningByHost.get(host) ?? 0) < this.options.atOncePerHost) start();
    }
  }

  private count(host: string, change: 1 | -1): void {
    const ofHost = (this.runningByHost.get(host) ?? 0) + change;
    this.running += change;
    if (ofHost > 0) this.runningByHost.set(host, ofHost);
    else this.runningByHost.delete(host);
  }
}
