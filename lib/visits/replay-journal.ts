import { log } from "../config/log";
import { isDataFault } from "../database/database-errors";
import { clickStatements, clickStorage } from "./click-storage";
import { journal } from "./journal/journal";
import type { JournalEntry } from "./journal/journal-entry";
import { recordClicksAgain } from "./record-clicks";
import { isForgotten, recordUncounted } from "./record-uncounted";

/**
 * Throws if the database is unavailable, or if aborted; the rest stays for the next run. Nothing is
 * counted twice.
 */
export async function replayJournal(signal: AbortSignal): Promise<void> {
  if (journal().isEmpty()) return clickStorage().stored("journal");
  if (!clickStatements().mayBegin) return;

  /** Idempotent: rows that already exist add nothing. */
  const recordAgain = async (entry: JournalEntry): Promise<void> => {
    if (entry.kind === "uncounted")
      return clickStatements(entry.kind).run(() => recordUncounted(entry.batchId, entry.visits));
    try {
      await clickStatements().run(() => recordClicksAgain(entry.clicks, { pack: entry.pack }));
      clickStorage().stored("journal");
    } catch (error) {
      if (!isDataFault(error)) clickStorage().failed("journal", error);
      throw error;
    }
  };

  /**
   * Bisects an entry that the database rejects until the bad row is isolated, then logs and refuses
   * that row.
   */
  const replayEntry = async (entry: JournalEntry, refuse: Refuse): Promise<void> => {
    if (entry.kind === "uncounted" && isForgotten(entry.batchId, new Date())) {
      log().error(
        { visits: entry.visits.length },
        "visits in the journal are too old to tell whether they were counted; they are not",
      );
      await refuse(entry);
      return;
    }
    try {
      await recordAgain(entry);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      const halves = divide(entry);
      for (const half of halves) await replayEntry(half, refuse);
      if (halves.length > 0) return;
      log().error(
        { reason: (error as Error).message },
        "the database rejected a visit from the journal",
      );
      await refuse(entry);
    }
  };

  await journal().replay(replayEntry, signal);
}

type Refuse = (entry: JournalEntry) => Promise<void>;

/**
 * Two entries of half the size, or none if the entry cannot be divided. Uncounted visits stay
 * together, because their id names the set. What the database rejects was not stored as a pack.
 */
function divide(entry: JournalEntry): JournalEntry[] {
  if (entry.kind === "uncounted" || entry.clicks.length < 2) return [];
  const half = Math.ceil(entry.clicks.length / 2);
  return [entry.clicks.slice(0, half), entry.clicks.slice(half)].map((clicks) => ({
    kind: "clicks",
    clicks,
  }));
}
