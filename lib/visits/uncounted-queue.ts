import { v7 as uuidv7 } from "uuid";
import { leftOut } from "../config/left-out";
import { isDataFault } from "../database/database-errors";
import { ownPart } from "./own-part";
import type { UncountedRecorder, UncountedVisit } from "./record-uncounted";

/** Visits that wait in memory until they are stored. Further ones are left out, and counted. */
const mostQueued = 20_000;

interface Batch {
  id: string;
  visits: readonly UncountedVisit[];
}

/**
 * Visits that are neither clicks nor bot hits. They wait in memory and are stored once a second.
 */
export class UncountedQueue {
  private readonly visits: UncountedVisit[] = [];
  /**
   * What is being stored. If that fails it is kept as it is, because the database may have stored
   * it and only its answer was lost.
   */
  private batch: Batch | null = null;

  constructor(private readonly recorder: UncountedRecorder) {}

  /** Never throws. */
  add(visit: UncountedVisit): void {
    if (this.visits.length + (this.batch?.visits.length ?? 0) < mostQueued) this.visits.push(visit);
    else leftOut().note("uncounted");
  }

  /**
   * Stores what is queued, each visit once. If that fails, it is tried again the next time, unless
   * the database rejects it permanently.
   */
  async store(): Promise<void> {
    if (this.batch) await this.storeBatch(this.batch);
    if (this.visits.length === 0) return;
    this.batch = { id: uuidv7(), visits: this.visits.splice(0) };
    await this.storeBatch(this.batch);
  }

  private async storeBatch(batch: Batch): Promise<void> {
    let isDone = true;
    try {
      await this.recorder.record(batch.id, batch.visits);
      this.recorder.settle(batch.id);
    } catch (error) {
      isDone = isDataFault(error);
      throw error;
    } finally {
      if (isDone && this.batch === batch) this.batch = null;
    }
  }
}

/** That of the service that this thread runs. */
export function uncountedQueue(): UncountedQueue {
  return ownPart().uncountedQueue;
}
