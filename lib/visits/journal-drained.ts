import { setTimeout as sleep } from "node:timers/promises";
import { journal } from "./journal";

const limitMs = 400;
const askMs = 20;
/** Older entries mean a real outage. Reads do not wait for those. */
const momentMs = 2_000;

/**
 * For those who read statistics: resolves when no answered visit is still to be replayed, or after 0.4 s. A database that
 * was slow for a moment leaves visits in the journal, which is replayed five times a second.
 */
export async function journalDrained(): Promise<void> {
  const until = performance.now() + limitMs;
  while (isAboutToDrain() && performance.now() < until) await sleep(askMs);
}

function isAboutToDrain(): boolean {
  try {
    return (journal().waitingMs() ?? momentMs) < momentMs;
  } catch {
    return false;
  }
}
