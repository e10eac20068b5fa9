import { setTimeout as sleep } from "node:timers/promises";
import { journalFolder } from "./journal-folder";

const limitMs = 1_000;
const askMs = 20;
/** An outage that began longer ago leaves more than is replayed in a moment. */
const outageMs = 60_000;

/**
 * Called before API requests: resolves when the journal has no replayable visits left, or after a
 * second. A brief database stall leaves visits in the journal, which is replayed five times a second. A
 * script that reads right after a visit should count it; a dashboard page is refreshed anyway. What
 * is left then is said (`clicksWaitingSince`).
 */
export async function journalDrained(): Promise<void> {
  const until = performance.now() + limitMs;
  while (isAboutToDrain() && performance.now() < until) await sleep(askMs);
}

function isAboutToDrain(): boolean {
  const since = journalFolder().since();
  return since !== null && Date.now() - since.getTime() < outageMs;
}

/** Since when clicks wait that figures read from now on may lack; null if there are none. */
export function clicksWaitingSince(): string | null {
  return journalFolder().since()?.toISOString() ?? null;
}

/** What is read, and since when clicks wait that it may lack, if any do. */
export async function withWaiting<T extends object>(
  read: () => Promise<T>,
): Promise<T & { waitingSince?: string }> {
  const since = clicksWaitingSince();
  const found = await read();
  return since === null ? found : { ...found, waitingSince: since };
}
