import { ProcessWide } from "../config/process-wide";
import { WaitingLine } from "./waiting-line";

const waiting = 20;

/**
 * A scrypt hash takes 16 MB and a core for a while, so at most two run at once: one for strangers, one for those who have
 * shown a device cookie, a session, an invitation or the API token, whom strangers therefore never hold up.
 */
const lanes = new ProcessWide("password-lanes", () => ({
  strangers: new WaitingLine({ atOnce: 1, waiting }),
  known: new WaitingLine({ atOnce: 1, waiting }),
}));

/** Runs a job that hashes passwords for someone who is known. Throws `too_many_requests` when too many wait. */
export function hashForKnown<T>(job: () => Promise<T>): Promise<T> {
  return lanes.get().known.run(0, job);
}

/** The same for a stranger. Of strangers, those with the fewest `guesses` counted by address come first. */
export function hashForStranger<T>(guesses: number, job: () => Promise<T>): Promise<T> {
  return lanes.get().strangers.run(guesses, job);
}
