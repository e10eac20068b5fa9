const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** After this run time an exit is not a failed start. */
const settledMs = 30_000;

/**
 * Restart delay: none after the first exit, then up to 5 s while the process keeps exiting early.
 */
export class RestartBackoff {
  private earlyEnds = 0;

  pauseAfter(livedMs: number): number {
    if (livedMs >= settledMs) this.earlyEnds = 0;
    this.earlyEnds++;
    return this.earlyEnds === 1
      ? 0
      : Math.min(firstPauseMs * 2 ** (this.earlyEnds - 2), longestPauseMs);
  }
}
