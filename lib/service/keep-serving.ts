import { log } from "../config/log";
import { isCausedByClient } from "../core/caused-by-client";

/**
 * The last net: what was thrown where nobody catches is logged, and the thread serves on. Ending it would let one broken
 * request fail every other one in flight, and each request is answered by itself. Called once the thread serves: an
 * error before that ends the process, as it should.
 */
export function keepServing(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.removeAllListeners(event).on(event, (error: unknown) => report(event, error));
  }
}

function report(event: string, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  log()[isCausedByClient(message) ? "info" : "error"]({ event, error: message, stack }, "an error was caught by nobody");
}
