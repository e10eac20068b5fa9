import { PerService } from "../config/per-service";
import { WaitingLine } from "./waiting-line";

const waiting = 20;

/**
 * A scrypt hash takes 16 MB and one core, so at most two run at once. One lane is for strangers. The other is for
 * requests with a device cookie, session, invitation or the API token, so strangers never delay those.
 */
const lanes = new PerService("password-lanes", () => ({
  strangers: new WaitingLine({ atOnce: 1, waiting }),
  known: new WaitingLine({ atOnce: 1, waiting }),
}));

/** Runs a password hash for a known client. Throws `too_many_requests` when the queue is full. */
export function hashForKnown<T>(job: () => Promise<T>): Promise<T> {
  return lanes.get().known.run(0, job);
}

/** The same for a stranger. Addresses with the fewest counted `guesses` come first. */
export function hashForStranger<T>(guesses: number, job: () => Promise<T>): Promise<T> {
  return lanes.get().strangers.run(guesses, job);
}
