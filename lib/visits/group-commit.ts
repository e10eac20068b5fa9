export interface GroupCommitOptions<T> {
  /** Makes a batch durable; resolves with the items that could not be, each with its reason. */
  commit: (batch: T[]) => Promise<Map<T, Error>>;
  maxBatch: number;
  maxQueue: number;
  /** Batches that may be committed at the same time. */
  inFlight: number;
  /** Milliseconds from the start of a batch to that of the next one, at least: each costs much the same, however small. */
  spacingMs?: number;
}

/** The queue is as long as it may get: the caller must refuse. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Turns of the event loop that a batch gathers for at most, as long as each brings more. */
const gatheringTurns = 8;

/**
 * Natural batching: while one batch is being committed the next one gathers, so that a batch is as large as the load
 * makes it. Whoever comes alone does not wait.
 */
export class GroupCommit<T> {
  private queue: Waiting<T>[] = [];
  private running = 0;
  private scheduled = false;
  private lastStart = Number.NEGATIVE_INFINITY;
  private idle: (() => void)[] = [];

  constructor(private readonly options: GroupCommitOptions<T>) {}

  /** Resolves when the item is durable. */
  add(item: T): Promise<void> {
    if (this.queue.length >= this.options.maxQueue) return Promise.reject(new QueueFullError("too many visits wait to be recorded"));
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when everything that was added is durable or refused. */
  flushed(): Promise<void> {
    if (this.queue.length === 0 && this.running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.idle.push(resolve);
    });
  }

  private schedule(): void {
    if (this.scheduled || this.running >= this.options.inFlight) return;
    this.scheduled = true;
    const waitMs = this.lastStart + (this.options.spacingMs ?? 0) - performance.now();
    if (waitMs > 0) setTimeout(() => this.gather(), waitMs);
    else this.gather();
  }

  /** Until a turn of the event loop brings nothing more, so that all requests that have arrived go together. */
  private gather(turns = gatheringTurns): void {
    const gathered = this.queue.length;
    setImmediate(() => {
      if (this.queue.length > gathered && turns > 1) {
        this.gather(turns - 1);
        return;
      }
      this.scheduled = false;
      if (this.queue.length > 0 && this.running < this.options.inFlight) void this.commitNext();
    });
  }

  private async commitNext(): Promise<void> {
    this.running++;
    this.lastStart = performance.now();
    const batch = this.queue.splice(0, this.options.maxBatch);
    if (this.queue.length > 0) this.schedule();
    const refused = await this.options.commit(batch.map(({ item }) => item)).catch((error: Error) => new Map(batch.map(({ item }) => [item, error])));
    this.running--;
    for (const { item, resolve, reject } of batch) {
      const error = refused.get(item);
      if (error) reject(error);
      else resolve();
    }
    if (this.queue.length > 0) this.schedule();
    else if (this.running === 0) for (const resolve of this.idle.splice(0)) resolve();
  }
}
