import { ProcessWide } from "../config/process-wide";

/** After a failure the short link does without the database for this long before it asks again. */
const pauseMs = 500;

/** Whether the short link may expect an answer from the database; shared, so that one failure spares the others the wait. */
class DatabaseHealth {
  private awayUntil = 0;

  /** True for a moment after a failure: use what is known locally and do not ask. */
  isAway(): boolean {
    return performance.now() < this.awayUntil;
  }

  failed(): void {
    this.awayUntil = performance.now() + pauseMs;
  }

  worked(): void {
    this.awayUntil = 0;
  }
}

const current = new ProcessWide("database-health", () => new DatabaseHealth());

export function databaseHealth(): DatabaseHealth {
  return current.get();
}
