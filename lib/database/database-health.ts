import { ownPart } from "./client";

/** After a failure, statements of the same kind are left out for this long. */
const pauseMs = 500;

/**
 * Statements that fail together. One kind may hang, on a lock for instance, while the others work.
 */
const kinds = [
  "clicks",
  "limitedClicks",
  "uncounted",
  "lookups",
  "salts",
  "guesses",
  "previews",
  "maintenance",
] as const;
type StatementKind = (typeof kinds)[number];

export type HealthOfKinds = Readonly<Record<StatementKind, DatabaseHealth>>;

/**
 * Whether statements of one kind may be sent. Shared, so that one failure spares other visits the
 * timeout.
 */
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

export function newHealthOfKinds(): HealthOfKinds {
  return Object.fromEntries(kinds.map((kind) => [kind, new DatabaseHealth()])) as Record<
    StatementKind,
    DatabaseHealth
  >;
}

export function databaseHealth(kind: StatementKind): DatabaseHealth {
  return ownPart().health[kind];
}
