import { isDataFault } from "../database/database-errors";
import { log } from "../log";
import { prepareDaysOf } from "../stats/prepare-late-days";
import { firstRecentDay } from "../stats/prune-visitors";
import type { Click } from "./describe-click";
import { journal } from "./journal";
import type { JournalEntry } from "./journal-entry";
import { recordClicksAgain } from "./record-clicks";
import { recordUncounted } from "./record-uncounted";

/**
 * Writes what the journal holds to the database; throws when that does not take it now, and when aborted, which leaves the
 * rest for the next time. Nothing is counted twice.
 */
export async function replayJournal(signal: AbortSignal): Promise<void> {
  if (journal().isEmpty()) return;
  await journal().replay((entry, refuse) => replayEntry(entry, refuse, signal), signal);
}

/** An entry that the database will never take is divided until the bad row stands alone; that one is logged and refused. */
async function replayEntry(entry: JournalEntry, refuse: (entry: JournalEntry) => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await recordAgain(entry, signal);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const halves = divide(entry);
    for (const half of halves) await replayEntry(half, refuse, signal);
    if (halves.length > 0) return;
    log().error({ reason: (error as Error).message }, "a visit in the journal cannot be recorded");
    await refuse(entry);
  }
}

/** What is in the database already adds nothing. */
async function recordAgain(entry: JournalEntry, signal: AbortSignal): Promise<void> {
  if (entry.kind === "uncounted") return recordUncounted(entry.batchId, entry.visits);
  await prepareDays(entry.clicks, signal);
  await recordClicksAgain(entry.clicks);
}

/** Late clicks wait in the journal until the visitors of their day are gathered again: until then, reading them would mean counting the whole day. */
async function prepareDays(clicks: readonly Click[], signal: AbortSignal): Promise<void> {
  const recent = firstRecentDay(new Date());
  const late = clicks.filter(({ createdAt }) => createdAt < recent);
  if (late.length > 0) await prepareDaysOf(late, { signal });
  signal.throwIfAborted();
}

/** Two entries of half the size, or none when there is nothing to divide. Uncounted visits stay together: their id names the set. */
function divide(entry: JournalEntry): JournalEntry[] {
  if (entry.kind === "uncounted" || entry.clicks.length < 2) return [];
  const half = Math.ceil(entry.clicks.length / 2);
  return [entry.clicks.slice(0, half), entry.clicks.slice(half)].map((clicks) => ({ kind: "clicks", clicks }));
}
