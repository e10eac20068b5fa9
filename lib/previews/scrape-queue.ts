import pLimit, { type LimitFunction } from "p-limit";

export interface ScrapeQueueOptions {
  atOnce: number;
  atOncePerHost: number;
  /** Beyond this many, running and waiting, no more are taken. */
  most: number;
}

/** So much is being scraped or waits for it that this was not begun. */
export class ScrapeQueueFullError extends Error {
  override readonly name = "ScrapeQueueFullError";
}

/** Bounds how much is scraped at the same time, in all and of one host. */
export class ScrapeQueue {
  private readonly overall: LimitFunction;
  private readonly hosts = new Map<string, LimitFunction>();
  private size = 0;

  constructor(private readonly options: ScrapeQueueOptions) {
    this.overall = pLimit(options.atOnce);
  }

  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    if (this.size >= this.options.most) throw new ScrapeQueueFullError("too many previews are being read");
    const limit = this.hosts.get(host) ?? pLimit(this.options.atOncePerHost);
    this.hosts.set(host, limit);
    this.size++;
    try {
      return await limit(() => this.overall(work));
    } finally {
      this.size--;
      if (limit.activeCount + limit.pendingCount === 0) this.hosts.delete(host);
    }
  }
}
