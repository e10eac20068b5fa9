import { database } from "../database/client";
import type { Uncounted } from "./classify-visitor";

/** All requests of one kind and name to a link that were no clicks. Timestamps are ISO 8601 UTC. */
export interface UncountedEntry extends Uncounted {
  count: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

interface Row extends Uncounted {
  count: bigint;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

const longest = 200;

/**
 * The ledger of a link: who asked without being counted as a click, most frequent first. `since` leaves out the UTC days
 * before the one it lies in. The names behind prefetches and HEAD requests are not kept.
 */
export async function listUncounted(linkId: number, since: Date = new Date(0)): Promise<UncountedEntry[]> {
  const rows = await database().$queryRaw<Row[]>`
    SELECT "kind", "name", sum("count")::bigint AS "count", min("firstSeenAt") AS "firstSeenAt", max("lastSeenAt") AS "lastSeenAt"
    FROM "UncountedVisit" WHERE "linkId" = ${linkId} AND "day" >= (${since.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date
    GROUP BY "kind", "name" ORDER BY "count" DESC, "kind", "name" LIMIT ${longest}`;
  return rows.map(({ count, firstSeenAt, lastSeenAt, ...row }) => ({
    ...row,
    count: Number(count),
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}
