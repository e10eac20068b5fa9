import type { Issues } from "../../config/issues";
import { isBeyondStatement } from "../../database/database-errors";
import { lastLineOf } from "../../database/database-problem";
import { sentence } from "../../texts/sentence";

/** Failed rounds, and the time without a database, that are an issue. */
const mostFailed = 3;
const limitMs = 60_000;

type Work = (signal: AbortSignal) => Promise<void>;

/** How one kind of work goes. */
class Rounds {
  private failed = 0;
  private since: number | null = null;

  /** Returns whether it has failed for too long. */
  fail(error: unknown): boolean {
    this.since ??= performance.now();
    if (!isBeyondStatement(error)) this.failed++;
    return this.failed >= mostFailed || performance.now() - this.since >= limitMs;
  }

  pass(): void {
    this.failed = 0;
    this.since = null;
  }
}

/**
 * Runs what writes roll-ups. Raises an issue after three failed rounds of any, because statistics get
 * slower with every pending click, until none fails any more. `isThrough`: a round can pass although
 * what failed before is still to be done.
 */
export function watchAggregation(issues: Issues): (work: Work, isThrough?: () => boolean) => Work {
  const failing = new Set<Rounds>();
  return (work, isThrough = () => true) => {
    const rounds = new Rounds();
    return async (signal) => {
      try {
        await work(signal);
      } catch (error) {
        if (rounds.fail(error)) {
          failing.add(rounds);
          issues.raise({
            name: "aggregation",
            text: sentence("aggregationFails"),
            advice: sentence("databaseError", { problem: lastLineOf(error) }),
          });
        }
        throw error;
      }
      if (!isThrough()) return;
      rounds.pass();
      if (failing.delete(rounds) && failing.size === 0) issues.clear("aggregation");
    };
  };
}
