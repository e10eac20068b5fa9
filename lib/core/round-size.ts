import { setTimeout as sleep } from "node:timers/promises";

/**
 * Adaptive batch size: halved when the last round failed or took long, doubled when it was short.
 */
export class RoundSize {
  private size: number;

  constructor(
    private readonly least: number,
    private readonly most: number,
    /** Longer rounds shrink the next one; those shorter than a quarter of it let it grow. */
    private readonly longMs = 2_000,
    first = most,
  ) {
    this.size = first;
  }

  async run<T>(round: (size: number) => Promise<T>): Promise<T> {
    const from = performance.now();
    // Halved first, in case the round fails.
    const size = this.size;
    this.size = Math.max(size >> 1, this.least);
    const result = await round(size);
    const tookMs = performance.now() - from;
    if (tookMs <= this.longMs)
      this.size = tookMs < this.longMs / 4 ? Math.min(size * 2, this.most) : size;
    return result;
  }
}

export interface RoundOptions {
  signal?: AbortSignal | undefined;
  /**
   * The shortest pause. By default the aggregation, which tries to get its lock twice a second,
   * gets its turn in every pause.
   */
  pauseMs?: number | undefined;
}

/**
 * Repeats rounds that hold the aggregation lock until one has nothing to do, and pauses as long as
 * each took.
 */
export async function repeatRounds(
  round: () => Promise<boolean | null>,
  { signal, pauseMs = 1_000 }: RoundOptions,
): Promise<void> {
  while (!signal?.aborted) {
    const from = performance.now();
    if (!(await round())) return;
    const options = { ref: false, ...(signal && { signal }) };
    await sleep(Math.max(performance.now() - from, pauseMs), undefined, options).catch(() => {});
  }
}
