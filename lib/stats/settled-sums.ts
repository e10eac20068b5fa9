import { createHash } from "node:crypto";
import { PerService } from "../config/per-service";
import type { Span } from "../core/date-range";
import { isoDate, startOfMonth } from "../core/day";
import { Prisma } from "../database/generated/client";
import { aggregatedLabels } from "./aggregated-labels";
import type { Reader } from "./reader";
import { inScope, type LinkScope } from "./scope";

/** What several links had together up to a day before which clicks come only late, from a journal. */
export interface SettledSums {
  until: Date;
  /** JSON arrays of [day, clicks, visitors] and [dimension, label, detail, clicks]. A key may appear several times. */
  days: string;
  labels: string;
  links: Map<number, number>;
}

/** Of one month or a part of it. The texts lack the brackets around them. `labels`: null if there are too many. */
interface Sums {
  days: string;
  labels: string | null;
  links: [linkId: number, clicks: number][];
}

/** Bytes kept in memory, at most; the sums used last stay. */
const mostKept = 32_000_000;
/** The most labels of a month that a report sends back to Postgres. */
const mostLabels = 20_000;

class KeptSums {
  private readonly kept = new Map<string, Sums>();
  private size = 0;

  get(key: string): Sums | undefined {
    const sums = this.kept.get(key);
    if (sums) {
      this.kept.delete(key);
      this.kept.set(key, sums);
    }
    return sums;
  }

  set(key: string, sums: Sums): void {
    if (this.kept.has(key)) return;
    this.kept.set(key, sums);
    this.size += sizeOf(sums);
    for (const [oldest, others] of this.kept) {
      if (this.size <= mostKept) return;
      this.kept.delete(oldest);
      this.size -= sizeOf(others);
    }
  }
}

const sizeOf = ({ days, labels, links }: Sums) => 2 * (days.length + (labels?.length ?? 0)) + 80 * links.length;

const kept = new PerService("settled-sums", () => new KeptSums());

/**
 * Adds up the roll-ups of several links, a month at a time, and keeps the sums: only the latest days are read for each report.
 * A trigger changes `settledVersion` with the clicks that come late. Null if the links have so many labels that reading them
 * again costs less.
 */
export async function readSettled(
  reader: Reader,
  scope: LinkScope,
  { since, until }: Span,
  dimensions: readonly number[],
): Promise<SettledSums | null> {
  const [state] = await reader.$queryRaw<
    [{ visitorsSince: Date; settledVersion: number }]
  >`SELECT "visitorsSince", "settledVersion" FROM "RollupState"`;
  const end = new Date(Math.max(since.getTime(), Math.min(until.getTime(), state.visitorsSince.getTime())));
  const hash = createHash("sha256");
  hash.update([...scope.linkIds].sort((a, b) => a - b).join());
  const of = `${hash.digest("base64")} ${dimensions.join()} ${state.settledVersion}`;
  const parts: Sums[] = [];
  for (let from = since; from < end; ) {
    const to = new Date(Math.min(startOfMonth(from, 1).getTime(), end.getTime()));
    const key = `${of} ${isoDate(from)} ${isoDate(to)}`;
    const sums = kept.get().get(key) ?? (await addUp(reader, scope, { since: from, until: to }, dimensions));
    kept.get().set(key, sums);
    if (sums.labels === null) return null;
    parts.push(sums);
    from = to;
  }
  const links = new Map<number, number>();
  for (const part of parts) for (const [linkId, clicks] of part.links) links.set(linkId, (links.get(linkId) ?? 0) + clicks);
  const joined = (pick: (sums: Sums) => string | null) => `[${parts.map(pick).filter(Boolean).join()}]`;
  return { until: end, days: joined(({ days }) => days), labels: joined(({ labels }) => labels), links };
}

async function addUp(reader: Reader, scope: LinkScope, dateRange: Span, dimensions: readonly number[]): Promise<Sums> {
  const within = inScope(scope);
  const [row] = await reader.$queryRaw<[{ days: string; labels: string | null; links: [number, number][] }]>`
    WITH own AS MATERIALIZED (
      SELECT "linkId", "day", "clicks", "visitors" FROM "LinkDay"
      WHERE ${within} AND "day" >= ${isoDate(dateRange.since)}::date AND "day" < ${isoDate(dateRange.until)}::date
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_array("day", "clicks", "visitors")), '[]')::text FROM (
        SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM own GROUP BY "day") d) AS "days",
      (SELECT CASE WHEN count(*) <= ${mostLabels} THEN coalesce(json_agg(json_build_array("dimension", "label", "detail", "clicks")), '[]')::text END FROM (
        SELECT "dimension", "label", "detail", sum("clicks") AS "clicks"
        FROM (${aggregatedLabels(dateRange, Prisma.sql`${within} AND "dimension" = ANY(${dimensions}::smallint[])`)}) l GROUP BY 1, 2, 3
        LIMIT ${mostLabels + 1}) l) AS "labels",
      (SELECT coalesce(json_agg(json_build_array("linkId", "clicks")), '[]') FROM (
        SELECT "linkId", sum("clicks") AS "clicks" FROM own GROUP BY "linkId") k) AS "links"`;
  return { days: row.days.slice(1, -1), labels: row.labels?.slice(1, -1) ?? null, links: row.links };
}
