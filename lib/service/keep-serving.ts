import type { Base } from "../config/base";
import { isCausedByClient } from "../core/caused-by-client";

/**
 * Last resort: uncaught errors are logged and the thread keeps serving. Exiting would fail every
 * other request in flight. Called once the thread serves, so an earlier error still ends the
 * process.
 */
export function keepServing(base: Pick<Base, "log">): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.removeAllListeners(event).on(event, (error: unknown) => report(base, event, error));
  }
}

function report({ log }: Pick<Base, "log">, event: string, error: unknown): void {
  const { message, stack } =
    error instanceof Error ? error : { message: String(error), stack: undefined };
  log[isCausedByClient(message) ? "info" : "error"](
    { event, error: message, stack },
    "uncaught error",
  );
}
