import { setTimeout as sleep } from "node:timers/promises";
import { SharedTurn } from "../../core/turn";
import { ownPart } from "../own-part";
import { journalFolder } from "./journal-folder";

const limitMs = 1_000;
const askMs = 20;
/** An outage that began longer ago leaves more than is replayed in a moment. */
const outageMs = 60_000;

/**
 * Called before API requests: resolves when the journal has no replayable visits left, or after a
 * second. A brief database stall leaves visits in the journal, which is replayed five times a second. A
 * script that reads right after a visit should count it; a dashboard page is refreshed anyway. What
 * is left then is returned: since when clicks wait that figures read from now on may lack.
 */
export async function journalDrained(): Promise<Date | null> {
  const until = performance.now() + limitMs;
  let since = waitingSince();
  while (since && Date.now() - since.getTime() < outageMs && performance.now() < until)
    since = await ownPart().journalPolls.run();
  return since;
}

/** One for all requests that wait. */
export const newJournalPolls = () =>
  new SharedTurn(async () => {
    await sleep(askMs);
    return waitingSince();
  });

/** Since when clicks wait that figures read from now on may lack; null if none do. */
export function waitingSince(): Date | null {
  return Atomics.load(ownPart().journalMark, 0) === 0 ? null : journalFolder().since();
}

/** What is read, and since when clicks wait that it may lack, if any do. */
export async function withWaiting<T extends object>(
  read: () => Promise<T>,
): Promise<T & { waitingSince?: string }> {
  const since = waitingSince();
  const found = await read();
  return since === null ? found : { ...found, waitingSince: since.toISOString() };
}
