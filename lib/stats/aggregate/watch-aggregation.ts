import type { Issues } from "../../config/issues";
import { lastLineOf } from "../../database/database-problem";

/** A longer failure is an issue, because statistics get slower with every pending click. */
const limitMs = 60_000;

/** Runs `aggregate`. Raises an issue after it has failed for a minute, until it succeeds again. */
export function watchAggregation(
  issues: Issues,
  aggregate: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  let failingSince: number | null = null;
  return async (signal) => {
    try {
      await aggregate(signal);
      failingSince = null;
      issues.clear("aggregation");
    } catch (error) {
      failingSince ??= performance.now();
      if (performance.now() - failingSince >= limitMs) {
        issues.raise({
          name: "aggregation",
          text: "Aggregation has been failing for at least a minute. No clicks are lost, but statistics get slower.",
          advice: `Database error: ${lastLineOf(error)}`,
        });
      }
      throw error;
    }
  };
}
