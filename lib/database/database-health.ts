import { PerService } from "../config/per-service";

/** After a failure, statements of the same kind are left out for this long. */
const pauseMs = 500;

/** Statements that fail together. One kind may hang, on a lock for instance, while the others work. */
type StatementKind = "clicks" | "limitedClicks" | "uncounted" | "lookups" | "salts" | "guesses" | "previews" | "maintenance";

/** Whether statements of one kind may be sent. Shared, so that one failure spares other visits the timeout. */
export class DatabaseHealth {
  private unavailableUntil = 0;

  isUnavailable(): boolean {
    return performance.now() < this.unavailableUntil;
  }

  markFailed(): void {
    this.unavailableUntil = performance.now() + pauseMs;
  }

  markHealthy(): void {
    this.unavailableUntil = 0;
  }
}

const current = new PerService("database-health", () => new Map<StatementKind, DatabaseHealth>());

export function databaseHealth(kind: StatementKind): DatabaseHealth {
  const kinds = current.get();
  let health = kinds.get(kind);
  if (!health) {
    health = new DatabaseHealth();
    kinds.set(kind, health);
  }
  return health;
}
