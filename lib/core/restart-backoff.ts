const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** What has run this long did not fail at its start. */
const settledMs = 30_000;

/** How long to wait before something that ended is started again: not at all at first, then up to 5 s while it keeps ending early. */
export class RestartBackoff {
  private earlyEnds = 0;

  /** `livedMs`: how long the one that ended had run. */
  pauseAfter(livedMs: number): number {
    if (livedMs >= settledMs) this.earlyEnds = 0;
    this.earlyEnds++;
    return this.earlyEnds === 1 ? 0 : Math.min(firstPauseMs * 2 ** (this.earlyEnds - 2), longestPauseMs);
  }
}
