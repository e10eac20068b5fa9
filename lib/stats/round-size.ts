/** Longer rounds shrink the next one; shorter rounds let it grow. */
const longMs = 2_000;
const shortMs = 500;

/** Adaptive batch size: halved when the last round failed or took long, doubled when it was short. */
export class RoundSize {
  private size: number;

  constructor(
    private readonly least: number,
    private readonly most: number,
  ) {
    this.size = most;
  }

  async run<T>(round: (size: number) => Promise<T>): Promise<T> {
    const from = performance.now();
    // Halved first, in case the round fails.
    const size = this.size;
    this.size = Math.max(size >> 1, this.least);
    const result = await round(size);
    const tookMs = performance.now() - from;
    if (tookMs <= longMs) this.size = tookMs < shortMs ? Math.min(size * 2, this.most) : size;
    return result;
  }
}
