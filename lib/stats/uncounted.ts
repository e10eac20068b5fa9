import type { DateRange } from "../core/date-range";
import { isoDate } from "../core/day";
import { database } from "../database/client";
import type { Uncounted } from "../visits/classify-visitor";

/** Uncounted visits by kind and name (empty if unknown). Timestamps are ISO 8601. */
export interface UncountedEntry {
  kind: Uncounted["kind"];
  name: string;
  count: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

export async function listUncounted(linkId: number, dateRange: DateRange): Promise<UncountedEntry[]> {
  const rows = await database().$queryRaw<(Omit<UncountedEntry, "firstSeenAt" | "lastSeenAt"> & { firstSeenAt: Date; lastSeenAt: Date })[]>`
    SELECT "kind", "name", sum("count")::int AS "count", min("firstSeenAt") AS "firstSeenAt", max("lastSeenAt") AS "lastSeenAt"
    FROM "UncountedVisit" WHERE "linkId" = ${linkId} AND "day" >= ${isoDate(dateRange.since)}::date AND "day" < ${isoDate(dateRange.until)}::date
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`;
  return rows.map((row) => ({ ...row, firstSeenAt: row.firstSeenAt.toISOString(), lastSeenAt: row.lastSeenAt.toISOString() }));
}
