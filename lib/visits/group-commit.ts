interface GroupCommitOptions<T> {
  /** Makes a batch durable. Resolves with the items that failed, each with its error. */
  commit: (batch: T[]) => Promise<Map<T, Error>>;
  maxBatch: number;
  maxQueue: number;
  inFlight: number;
}

/** The queue is full, so the caller must refuse the item. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Event loop turns that a batch collects for at most, as long as each adds items. */
const gatheringTurns = 8;
/** Decay of the observed concurrency after each batch. */
const memory = 0.98;

/**
 * Group commit: the next batch collects while one is being committed, so batches grow with the
 * load. A single click does not wait.
 *
 * Clients released by one batch send their next request together, so the database would idle
 * meanwhile. A batch therefore takes at most half of the waiting clicks.
 */
export class GroupCommit<T> {
  private queue: Waiting<T>[] = [];
  private batches = 0;
  private underWay = 0;
  /** Recent maximum of items that were queued or in flight at once. */
  private concurrency = 0;
  private gathering = false;
  private idle: (() => void)[] = [];

  constructor(private readonly options: GroupCommitOptions<T>) {}

  add(item: T): Promise<void> {
    if (this.queue.length >= this.options.maxQueue)
      return Promise.reject(new QueueFullError("the recording queue is full"));
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.concurrency = Math.max(this.concurrency, this.waiting);
      this.commitWhatIsDue();
    });
  }

  /** Items that are queued or in flight. */
  get waiting(): number {
    return this.queue.length + this.underWay;
  }

  /** Resolves when every added item is durable or rejected. */
  flushed(): Promise<void> {
    if (this.queue.length === 0 && this.batches === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.idle.push(resolve);
    });
  }

  /**
   * Commits a full share at once. Commits a smaller batch only if nothing is in flight and the
   * event loop adds no more items.
   */
  private commitWhatIsDue(): void {
    if (this.queue.length === 0) return;
    if (this.batches < this.options.inFlight && this.queue.length >= this.batchSize())
      void this.commitNext();
    else if (this.batches === 0 && !this.gathering) this.gather();
  }

  private batchSize(): number {
    return Math.min(this.options.maxBatch, Math.ceil(this.concurrency / this.options.inFlight));
  }

  private gather(turns = gatheringTurns): void {
    this.gathering = true;
    const gathered = this.queue.length;
    setImmediate(() => {
      if (this.queue.length > gathered && turns > 1) {
        this.gather(turns - 1);
        return;
      }
      this.gathering = false;
      if (this.batches === 0 && this.queue.length > 0) void this.commitNext();
    });
  }

  private async commitNext(): Promise<void> {
    const batch = this.queue.splice(0, this.batchSize());
    this.batches++;
    this.underWay += batch.length;
    const refused = await this.options
      .commit(batch.map(({ item }) => item))
      .catch((error: Error) => new Map(batch.map(({ item }) => [item, error])));
    this.batches--;
    this.underWay -= batch.length;
    this.concurrency = Math.max(this.concurrency * memory, this.waiting);
    for (const { item, resolve, reject } of batch) {
      const error = refused.get(item);
      if (error) reject(error);
      else resolve();
    }
    this.commitWhatIsDue();
    if (this.queue.length === 0 && this.batches === 0)
      for (const resolve of this.idle.splice(0)) resolve();
  }
}
