/** Runs one task at a time, in the order of the calls. One that fails does not stop the next. */
export class Turn {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => {});
    return done;
  }
}

/**
 * Runs the same task again and again, never twice at once. All who ask before the next run begins
 * share it.
 */
export class SharedTurn<T> {
  private readonly turn = new Turn();
  private next: Promise<T> | null = null;

  constructor(private readonly task: () => Promise<T>) {}

  run(): Promise<T> {
    this.next ??= this.turn.run(() => {
      this.next = null;
      return this.task();
    });
    return this.next;
  }
}

interface QueueLimits {
  atOnce: number;
  waiting: number;
  /** How long a job waits at most, in ms. Without it, as long as it takes. */
  waitMs?: number;
  /** What those get for whom there is no place, or no turn in time. */
  refusal: () => Error;
}

interface Place {
  rank: number;
  enter: () => void;
  refuse: (reason: Error) => void;
}

/**
 * A priority queue with bounded concurrency and length; the lowest rank runs first. When it is
 * full, a random job of the highest rank is refused: higher ranks never displace lower ones, and no
 * crowd of equals keeps every newcomer out.
 */
export class PriorityQueue {
  private running = 0;
  private readonly places: Place[] = [];

  /** `random`: from 0 to below 1. */
  constructor(
    private readonly limits: QueueLimits,
    private readonly random: () => number = Math.random,
  ) {}

  get isEmpty(): boolean {
    return this.running === 0;
  }

  /** A job whose `signal` aborts before its turn leaves the queue, with the reason of the signal. */
  async run<T>(rank: number, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < this.limits.atOnce) this.running++;
    else await this.wait(rank, signal);
    try {
      return await job();
    } finally {
      const next = this.places.shift();
      if (next) next.enter();
      else this.running--;
    }
  }

  private wait(rank: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const { waitMs, refusal } = this.limits;
      const quit = (reason: Error) => {
        this.places.splice(this.places.indexOf(place), 1);
        place.refuse(reason);
      };
      const leave = () => quit(signal?.reason);
      const timer =
        waitMs === undefined ? undefined : setTimeout(() => quit(refusal()), waitMs).unref();
      const stay = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const place: Place = {
        rank,
        enter: () => {
          stay();
          resolve();
        },
        refuse: (reason) => {
          stay();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      const behind = this.places.findIndex((each) => each.rank > rank);
      this.places.splice(behind === -1 ? this.places.length : behind, 0, place);
      if (this.places.length > this.limits.waiting) this.refuseOne();
    });
  }

  private refuseOne(): void {
    const highest = this.places.at(-1)?.rank;
    const first = this.places.findIndex(({ rank }) => rank === highest);
    const chosen = first + Math.floor(this.random() * (this.places.length - first));
    this.places.splice(chosen, 1)[0]?.refuse(this.limits.refusal());
  }
}
