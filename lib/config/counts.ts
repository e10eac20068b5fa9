import { running } from "./running";

/** Why a click was answered with 503. */
export type ClickRefusal =
  | "lookup_failed"
  | "queue_full"
  | "journal_full"
  | "journal_failed"
  | "limit_unavailable"
  | "invalid"
  | "internal";

/** Upper limits in seconds, for anything that a client waits for. */
const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const batchBounds = [1, 2, 5, 10, 25, 50, 100, 250, 500];

/** What a queue or log leaves out when it has no room or no database. */
export type LeftOut = "uncounted" | "missed" | "activity";

/**
 * A histogram that costs one addition per value. The metrics add up its buckets only when they are
 * read.
 */
export class Buckets {
  readonly counts: number[];
  sum = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    let index = 0;
    while (index < this.bounds.length && value > (this.bounds[index] ?? 0)) index++;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += value;
  }
}

/**
 * What this thread has done since it started, as plain numbers, because redirects count with them.
 * docs/monitoring.md defines each, and how they balance.
 */
export class Counts {
  readonly clicks = {
    received: 0,
    answered: 0,
    durable: 0,
    journaled: 0,
    replayed: 0,
    quarantined: 0,
  };
  readonly refused: Record<ClickRefusal, number> = {
    lookup_failed: 0,
    queue_full: 0,
    journal_full: 0,
    journal_failed: 0,
    limit_unavailable: 0,
    invalid: 0,
    internal: 0,
  };
  readonly uncounted = { unfurler: 0, crawler: 0, prefetch: 0, head: 0, owner: 0, previewPage: 0 };
  /** Replies to requests for short URLs, by status. */
  readonly visits: Record<number, number> = { 200: 0, 302: 0, 404: 0, 405: 0, 429: 0, 503: 0 };
  readonly leftOut: Record<LeftOut, number> = { uncounted: 0, missed: 0, activity: 0 };
  readonly cache = { hits: 0, misses: 0 };
  readonly redirectSeconds = new Buckets(secondsBounds);
  readonly batchClicks = new Buckets(batchBounds);
  /** By method, a space, and the class of the status. */
  readonly apiSeconds = new Map<string, Buckets>();

  addApiRequest(method: string, status: number, seconds: number): void {
    const key = `${method} ${Math.floor(status / 100)}xx`;
    let buckets = this.apiSeconds.get(key);
    if (!buckets) {
      buckets = new Buckets(secondsBounds);
      this.apiSeconds.set(key, buckets);
    }
    buckets.add(seconds);
  }
}

export function counts(): Counts {
  return running().counts;
}
