import { v7 as uuidv7 } from "uuid";
import { PerService } from "../config/per-service";
import { isDataFault } from "../database/database-errors";
import { recordUncounted, settleBatch, type UncountedVisit } from "./record-uncounted";

/** Visits that are noted in memory until they are stored. Further ones are left out. */
const mostNoted = 20_000;

interface Batch {
  id: string;
  visits: readonly UncountedVisit[];
}

interface Noted {
  visits: UncountedVisit[];
  /** What is being stored. If that fails it is kept as it is, because the database may have stored it and only its answer was lost. */
  batch: Batch | null;
}

const noted = new PerService("noted-visits", (): Noted => ({ visits: [], batch: null }));

/** Notes a visit that is neither a click nor a bot hit, in memory. Never throws. */
export function noteUncounted(visit: UncountedVisit): void {
  const { visits, batch } = noted.get();
  if (visits.length + (batch?.visits.length ?? 0) < mostNoted) visits.push(visit);
}

/** Stores what was noted, each visit once. If that fails, it is tried again the next time, unless the database rejects it permanently. */
export async function storeUncounted(): Promise<void> {
  const state = noted.get();
  if (state.batch) await store(state.batch);
  if (state.visits.length === 0) return;
  state.batch = { id: uuidv7(), visits: state.visits.splice(0) };
  await store(state.batch);
}

async function store(batch: Batch): Promise<void> {
  let isDone = true;
  try {
    await recordUncounted(batch.id, batch.visits);
    settleBatch(batch.id);
  } catch (error) {
    isDone = isDataFault(error);
    throw error;
  } finally {
    const state = noted.get();
    if (isDone && state.batch === batch) state.batch = null;
  }
}
