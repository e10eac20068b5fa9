import { database } from "../../database/client";
import { ownPart } from "../own-part";

interface Lag {
  clicks: number;
  seconds: number;
}

const keptMs = 2_000;

/** The last answer. */
export interface KnownLag {
  at: number;
  lag: Promise<Lag>;
}

/**
 * Clicks that are stored but not aggregated, and the age of the oldest in seconds. Anyone may ask
 * for readiness, so all questions of two seconds share one query.
 */
export function aggregationLag(): Promise<Lag> {
  const stats = ownPart();
  if (stats.lag && performance.now() - stats.lag.at < keptMs) return stats.lag.lag;
  stats.lag = { at: performance.now(), lag: readLag() };
  return stats.lag.lag;
}

async function readLag(): Promise<Lag> {
  const [{ clicks, seconds }] = await database().$queryRaw<[{ clicks: number; seconds: number }]>`
    SELECT coalesce(sum("size"), 0)::float8 AS "clicks",
           coalesce(extract(epoch FROM now() - min("since")), 0)::float8 AS "seconds"
    FROM "PendingBatch" WHERE "size" > 0`;
  return { clicks, seconds: Math.max(0, seconds) };
}
