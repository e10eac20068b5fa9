import type { Dates } from "../../core/range-choice";
import { preferReplica } from "../../database/replica";
import type { Uncounted } from "../../visits/classify-visitor";

/** Uncounted visits by kind and name (empty if unknown). Timestamps are ISO 8601. */
export interface UncountedEntry {
  kind: Uncounted["kind"];
  name: string;
  count: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** What was not counted on these UTC days. */
export async function listUncounted(linkId: number, { from, to }: Dates): Promise<UncountedEntry[]> {
  const rows = await preferReplica(
    "owners",
    (reader) => reader.$queryRaw<(Omit<UncountedEntry, "firstSeenAt" | "lastSeenAt"> & { firstSeenAt: Date; lastSeenAt: Date })[]>`
    SELECT "kind", "name", sum("count")::int AS "count", min("firstSeenAt") AS "firstSeenAt", max("lastSeenAt") AS "lastSeenAt"
    FROM "UncountedVisit" WHERE "linkId" = ${linkId} AND "day" >= ${from}::date AND "day" <= ${to}::date
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
  );
  return rows.map((row) => ({ ...row, firstSeenAt: row.firstSeenAt.toISOString(), lastSeenAt: row.lastSeenAt.toISOString() }));
}
