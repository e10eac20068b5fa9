import type { Dates, Span } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import type { Uncounted } from "../../visits/describe/classify-visitor";
import { inLivingScope, inScope, oneLink, type Scope } from "../query/scope";
import { isWithin, type Reader } from "../sources/source";
import { otherTotals } from "../sources/totals";

/** Uncounted visits by kind and name (empty if unknown). Timestamps are ISO 8601. */
export interface UncountedEntry {
  kind: Uncounted["kind"];
  name: string;
  count: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** What was not counted on these UTC days. */
export function listUncounted(linkId: number, days: Dates): Promise<UncountedEntry[]> {
  return preferReplica("owners", (reader) => readUncounted(reader, oneLink(linkId), days));
}

/** As many names as a page shows, if it is of several links. */
const mostNames = 1_000;

export async function readUncounted(
  reader: Reader,
  scope: Scope,
  { from, to }: Dates,
): Promise<UncountedEntry[]> {
  const rows = await reader.$queryRaw<
    (Omit<UncountedEntry, "firstSeenAt" | "lastSeenAt"> & {
      firstSeenAt: Date;
      lastSeenAt: Date;
    })[]
  >`
    SELECT "kind", "name", sum("count")::float8 AS "count", min("firstSeenAt") AS "firstSeenAt", max("lastSeenAt") AS "lastSeenAt"
    FROM "UncountedVisit" WHERE ${inLivingScope(scope)} AND "day" >= ${from}::date AND "day" <= ${to}::date
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${mostNames}`;
  return rows.map((row) => ({
    ...row,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

/** Bot hits by UTC date. `span`: UTC days. */
export async function readBotHits(
  reader: Reader,
  scope: Scope,
  span: Span,
): Promise<Map<string, number>> {
  const days =
    scope === "all"
      ? otherTotals(span)
      : Prisma.sql`
        SELECT "day", "count" AS "botHits" FROM "UncountedVisit" WHERE ${inScope(scope)} AND "kind" = 'unfurler' AND ${isWithin("day", span)}`;
  const rows = await reader.$queryRaw<{ date: string; count: number }[]>`
    SELECT to_char("day", 'YYYY-MM-DD') AS "date", sum("botHits")::float8 AS "count" FROM (${days}) d GROUP BY 1`;
  return new Map(rows.map(({ date, count }) => [date, count]));
}
