import { database } from "../database/client";

/** Clicks that are stored but not aggregated, and the age of the oldest in seconds. */
export async function aggregationLag(): Promise<{ clicks: number; seconds: number }> {
  const [{ clicks, seconds }] = await database().$queryRaw<[{ clicks: number; seconds: number }]>`
    SELECT coalesce(sum("size"), 0)::float8 AS "clicks",
           coalesce(extract(epoch FROM now() - min((SELECT min(t) FROM unnest("firstClickedAts") t))), 0)::float8 AS "seconds"
    FROM "ClickBatch"`;
  return { clicks, seconds: Math.max(0, seconds) };
}
