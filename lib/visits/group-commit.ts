export interface GroupCommitOptions<T> {
  /** Makes a batch durable; resolves with the items that could not be, each with its reason. */
  commit: (batch: T[]) => Promise<Map<T, Error>>;
  maxBatch: number;
  maxQueue: number;
  /** Batches that may be committed at the same time. */
  inFlight: number;
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
/** How slowly a crowd is forgotten: what is left of it after each batch. */
const memory = 0.98;

/**
 * Natural batching: while a batch is being committed the next one gathers, so that a batch is as large as the load makes
 * it. Whoever comes alone does not wait.
 *
 * Clients released by one batch send their next request together, so the database would idle meanwhile. A batch therefore
 * takes at most half of the waiting clicks.
 */
export class GroupCommit<T> {
  private queue: Waiting<T>[] = [];
  private batches = 0;
  private underWay = 0;
  /** The most items that lately waited or were under way at a time. */
  private crowd = 0;
  private gathering = false;
  private idle: (() => void)[] = [];

  constructor(private readonly options: GroupCommitOptions<T>) {}

  /** Resolves when the item is durable. */
  add(item: T): Promise<void> {
    if (this.queue.length >= this.options.maxQueue) return Promise.reject(new QueueFullError("too many visits wait to be recorded"));
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.crowd = Math.max(this.crowd, this.queue.length + this.underWay);
      this.commitWhatIsDue();
    });
  }

  /** Resolves when everything that was added is durable or refused. */
  flushed(): Promise<void> {
    if (this.queue.length === 0 && this.batches === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.idle.push(resolve);
    });
  }

  /** A full share at once; less than that when nothing is under way and a turn of the event loop brings nothing more. */
  private commitWhatIsDue(): void {
    if (this.queue.length === 0) return;
    if (this.batches < this.options.inFlight && this.queue.length >= this.share()) void this.commitNext();
    else if (this.batches === 0 && !this.gathering) this.gather();
  }

  private share(): number {
    return Math.min(this.options.maxBatch, Math.ceil(this.crowd / this.options.inFlight));
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
    const batch = this.queue.splice(0, this.share());
    this.batches++;
    this.underWay += batch.length;
    const refused = await this.options.commit(batch.map(({ item }) => item)).catch((error: Error) => new Map(batch.map(({ item }) => [item, error])));
    this.batches--;
    this.underWay -= batch.length;
    this.crowd = Math.max(this.crowd * memory, this.queue.length + this.underWay);
    for (const { item, resolve, reject } of batch) {
      const error = refused.get(item);
      if (error) reject(error);
      else resolve();
    }
    this.commitWhatIsDue();
    if (this.queue.length === 0 && this.batches === 0) for (const resolve of this.idle.splice(0)) resolve();
  }
}
