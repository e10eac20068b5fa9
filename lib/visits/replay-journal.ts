import { isDataFault } from "../database/database-errors";
import { log } from "../log";
import { type JournalEntry, journal } from "./journal";
import { recordClicksAgain } from "./record-clicks";
import { recordUncounted } from "./record-uncounted";

/**
 * Writes what the journal holds to the database; throws when that does not take it now, and when aborted, which leaves the
 * rest for the next time. Nothing is counted twice.
 */
export async function replayJournal(signal: AbortSignal): Promise<void> {
  if (!journal().isEmpty()) await journal().replay(replayEntry, signal);
}

/** An entry that the database will never take is divided until the bad row stands alone; that one is told and let go. */
async function replayEntry(entry: JournalEntry): Promise<void> {
  try {
    await recordAgain(entry);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const halves = divide(entry);
    if (halves.length === 0) log().error({ reason: (error as Error).message }, "a visit in the journal cannot be recorded");
    for (const half of halves) await replayEntry(half);
  }
}

/** What is in the database already adds nothing. */
function recordAgain(entry: JournalEntry): Promise<void> {
  return entry.kind === "clicks" ? recordClicksAgain(entry.clicks) : recordUncounted(entry.batchId, entry.visits);
}

/** Two entries of half the size, or none when there is nothing to divide. Uncounted visits stay together: their id names the set. */
function divide(entry: JournalEntry): JournalEntry[] {
  if (entry.kind === "uncounted" || entry.clicks.length < 2) return [];
  const half = Math.ceil(entry.clicks.length / 2);
  return [entry.clicks.slice(0, half), entry.clicks.slice(half)].map((clicks) => ({ kind: "clicks", clicks }));
}
