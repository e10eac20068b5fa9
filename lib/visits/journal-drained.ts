import { setTimeout as sleep } from "node:timers/promises";
import { journal } from "./journal";

const limitMs = 1_000;
const askMs = 20;

/**
 * Resolves when every answered visit is in the database, or after a second: for those who read figures. A database that
 * was slow for a moment has visits waiting in the journal, which is replayed twice a second.
 */
export async function journalDrained(): Promise<void> {
  const until = performance.now() + limitMs;
  while (!journal().isEmpty() && performance.now() < until) await sleep(askMs);
}
