import { setTimeout as sleep } from "node:timers/promises";
import { journalFolder } from "./journal-folder";

const limitMs = 1_000;
const askMs = 20;
/** Older entries mean a real outage. Reads do not wait for those. */
const momentMs = 2_000;

/**
 * Called before API requests: resolves when the journal has no replayable visits left, or after a
 * second. A brief database stall leaves visits in the journal, which is replayed five times a second. A
 * script that reads right after a visit should count it; a dashboard page is refreshed anyway.
 */
export async function journalDrained(): Promise<void> {
  const until = performance.now() + limitMs;
  while (isAboutToDrain() && performance.now() < until) await sleep(askMs);
}

function isAboutToDrain(): boolean {
  try {
    return (journalFolder().waitingMs() ?? momentMs) < momentMs;
  } catch {
    return false;
  }
}
