import { PerService } from "../config/per-service";

/** After a failure, short links skip the database for this long. */
const pauseMs = 500;

/** Whether short links may query the database. Shared, so that one failure spares other visits the timeout. */
export class DatabaseHealth {
  private awayUntil = 0;

  isUnavailable(): boolean {
    return performance.now() < this.awayUntil;
  }

  failed(): void {
    this.awayUntil = performance.now() + pauseMs;
  }

  worked(): void {
    this.awayUntil = 0;
  }
}

const current = new PerService("database-health", () => new DatabaseHealth());

export function databaseHealth(): DatabaseHealth {
  return current.get();
}
