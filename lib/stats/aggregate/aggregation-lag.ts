import { PerService } from "../../config/per-service";
import { database } from "../../database/client";

interface Lag {
  clicks: number;
  seconds: number;
}

const keptMs = 2_000;
const latest = new PerService<{ at: number; lag: Promise<Lag> } | null>("aggregation-lag", () => null);

/**
 * Clicks that are stored but not aggregated, and the age of the oldest in seconds. Anyone may ask for readiness, so all
 * questions of two seconds share one query.
 */
export function aggregationLag(): Promise<Lag> {
  const known = latest.get();
  if (known && performance.now() - known.at < keptMs) return known.lag;
  const lag = readLag();
  latest.set({ at: performance.now(), lag });
  return lag;
}

async function readLag(): Promise<Lag> {
  const [{ clicks, seconds }] = await database().$queryRaw<[{ clicks: number; seconds: number }]>`
    SELECT coalesce(sum("size"), 0)::float8 AS "clicks",
           coalesce(extract(epoch FROM now() - min((SELECT min(t) FROM unnest("firstClickedAts") t))), 0)::float8 AS "seconds"
    FROM "ClickBatch"`;
  return { clicks, seconds: Math.max(0, seconds) };
}
