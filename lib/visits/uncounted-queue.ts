import { v7 as uuidv7 } from "uuid";
import { PerService } from "../config/per-service";
import { isDataFault } from "../database/database-errors";
import { recordUncounted, settleBatch, type UncountedVisit } from "./record-uncounted";

/** Visits that wait in memory until they are stored. Further ones are left out. */
const mostQueued = 20_000;

interface Batch {
  id: string;
  visits: readonly UncountedVisit[];
}

interface UncountedQueue {
  visits: UncountedVisit[];
  /** What is being stored. If that fails it is kept as it is, because the database may have stored it and only its answer was lost. */
  batch: Batch | null;
}

const queue = new PerService("uncounted-queue", (): UncountedQueue => ({ visits: [], batch: null }));

/** Queues a visit that is neither a click nor a bot hit, in memory. Never throws. */
export function queueUncounted(visit: UncountedVisit): void {
  const { visits, batch } = queue.get();
  if (visits.length + (batch?.visits.length ?? 0) < mostQueued) visits.push(visit);
}

/** Stores what is queued, each visit once. If that fails, it is tried again the next time, unless the database rejects it permanently. */
export async function storeUncounted(): Promise<void> {
  const state = queue.get();
  if (state.batch) await storeBatch(state.batch);
  if (state.visits.length === 0) return;
  state.batch = { id: uuidv7(), visits: state.visits.splice(0) };
  await storeBatch(state.batch);
}

async function storeBatch(batch: Batch): Promise<void> {
  let isDone = true;
  try {
    await recordUncounted(batch.id, batch.visits);
    settleBatch(batch.id);
  } catch (error) {
    isDone = isDataFault(error);
    throw error;
  } finally {
    const state = queue.get();
    if (isDone && state.batch === batch) state.batch = null;
  }
}
