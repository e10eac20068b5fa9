import { v7 as uuidv7 } from "uuid";
import { PerService } from "../config/per-service";
import { isDataFault } from "../database/database-errors";
import { recordUncounted, settleBatch, type UncountedVisit } from "./record-uncounted";

/** Visits that are noted in memory until they are stored. Further ones are left out. */
const mostNoted = 20_000;

const noted = new PerService("noted-visits", (): UncountedVisit[] => []);

/** Notes a visit that is neither a click nor a bot hit, in memory. Never throws. */
export function noteUncounted(visit: UncountedVisit): void {
  if (noted.get().length < mostNoted) noted.get().push(visit);
}

/** Stores what was noted. If that fails, it is kept for the next time, unless the database rejects it permanently. */
export async function storeUncounted(): Promise<void> {
  const visits = noted.take() ?? [];
  if (visits.length === 0) return;
  const batchId = uuidv7();
  try {
    await recordUncounted(batchId, visits);
  } catch (error) {
    if (!isDataFault(error)) for (const visit of visits) noteUncounted(visit);
    throw error;
  }
  settleBatch(batchId);
}
