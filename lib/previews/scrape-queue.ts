import { SaidError } from "../core/errors";
import { sentence } from "../texts/sentence";

interface ScrapeQueueOptions {
  atOnce: number;
  atOncePerHost: number;
  most: number;
}

export class ScrapeQueueFullError extends SaidError {
  override readonly name = "ScrapeQueueFullError";

  constructor() {
    super(sentence("serverIsBusy"));
  }
}

interface Waiting {
  host: string;
  start: () => void;
}

/** Limits concurrent scraping, in total and per host. */
export class ScrapeQueue {
  private readonly waiting = new Set<Waiting>();
  private readonly runningByHost = new Map<string, number>();
  private running = 0;

  constructor(private readonly options: ScrapeQueueOptions) {}

  /**
   * Runs `work` in its turn. If `signal` aborts before that, the job leaves the queue and rejects
   * with the signal's reason. Running work must handle the signal itself. Throws a
   * `ScrapeQueueFullError`.
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

  /** FIFO, except that busy hosts are skipped. */
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
