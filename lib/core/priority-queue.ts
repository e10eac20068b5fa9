interface QueueLimits {
  atOnce: number;
  waiting: number;
  /** What those get for whom there is no place. */
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

  async run<T>(rank: number, job: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.atOnce) this.running++;
    else await this.wait(rank);
    try {
      return await job();
    } finally {
      const next = this.places.shift();
      if (next) next.enter();
      else this.running--;
    }
  }

  private wait(rank: number): Promise<void> {
    return new Promise((enter, refuse) => {
      const behind = this.places.findIndex((place) => place.rank > rank);
      this.places.splice(behind === -1 ? this.places.length : behind, 0, { rank, enter, refuse });
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
