import { issues } from "../config/issues";

/** Aggregation that fails for this long is an issue: statistics get slower with every click that is not added up. */
const limitMs = 60_000;

/** Runs `aggregate`, and raises an issue when it has failed for a minute, until it works again. */
export function watchAggregation(aggregate: (signal: AbortSignal) => Promise<void>): (signal: AbortSignal) => Promise<void> {
  let failingSince: number | null = null;
  return async (signal) => {
    try {
      await aggregate(signal);
      failingSince = null;
      issues().clear("aggregation");
    } catch (error) {
      failingSince ??= performance.now();
      if (performance.now() - failingSince >= limitMs) {
        issues().raise({
          name: "aggregation",
          text: "Clicks have not been added to their totals for a minute or longer. None is lost, but statistics get slower.",
          advice: `The database says: ${error instanceof Error ? error.message.trim().split("\n").at(-1) : "unknown"}`,
        });
      }
      throw error;
    }
  };
}
