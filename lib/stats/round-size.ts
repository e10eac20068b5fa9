/** Past this a round is too long, although it passed; below the other it may be longer. */
const longMs = 2_000;
const shortMs = 500;

/** How much to take on in one round: half as much when the last one failed or took long, twice as much when it was short. */
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
    // Until it is known to pass.
    const size = this.size;
    this.size = Math.max(size >> 1, this.least);
    const result = await round(size);
    const tookMs = performance.now() - from;
    if (tookMs <= longMs) this.size = tookMs < shortMs ? Math.min(size * 2, this.most) : size;
    return result;
  }
}
