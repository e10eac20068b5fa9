import { createHash } from "node:crypto";
import { PerService } from "../../config/per-service";
import type { Span } from "../../core/date-range";
import { isoDate, startOfMonth } from "../../core/day";
import { SluglineError } from "../../core/errors";
import { Prisma } from "../../database/generated/client";

import { labelCap, otherDetail, otherLabel } from "../query/dimensions";
import type { Reader } from "../query/reader";
import { inScope, type LinkScope } from "../query/scope";
import { aggregatedLabels } from "./aggregated-labels";

/** What several links had together up to a day before which clicks come only late, from a journal. */
export interface SettledSums {
  until: Date;
  /** JSON arrays of [day, clicks, visitors] and [dimension, label, detail, clicks]. A key may appear several times. */
  days: string;
  labels: string;
  links: Map<number, number>;
}

/** Of one month or a part of it. The texts lack the brackets around them. */
interface Sums {
  days: string;
  labels: string;
  links: [linkId: number, clicks: number][];
}

/** Bytes kept in memory, at most; the sums used last stay. */
const mostKept = 32_000_000;
/** A month with more labels keeps the most frequent of each dimension, as many as a link may have. */
const mostLabels = 20_000;
/** The most characters of labels in one report, which sends them back to Postgres. With more, its own sums would push each other out. */
const mostSent = mostKept / 2;

const tooManyLabels = "These links have too many different labels to add up: choose a shorter range or fewer links.";

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

const sizeOf = ({ days, labels, links }: Sums) => 2 * (days.length + labels.length) + 80 * links.length;

const kept = new PerService("settled-sums", () => new KeptSums());

/**
 * Adds up the roll-ups of several links, a month at a time, and keeps the sums: only the latest days are read for each report.
 * A trigger changes `settledVersion` with the clicks that come late. Throws `statistics_timeout` if the links have too many labels.
 */
export async function readSettled(reader: Reader, scope: LinkScope, { since, until }: Span, dimensions: readonly number[]): Promise<SettledSums> {
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
    parts.push(sums);
    if (parts.reduce((size, { labels }) => size + labels.length, 0) > mostSent) throw new SluglineError("statistics_timeout", tooManyLabels);
    from = to;
  }
  const links = new Map<number, number>();
  for (const part of parts) for (const [linkId, clicks] of part.links) links.set(linkId, (links.get(linkId) ?? 0) + clicks);
  const joined = (pick: (sums: Sums) => string) => `[${parts.map(pick).filter(Boolean).join()}]`;
  return { until: end, days: joined(({ days }) => days), labels: joined(({ labels }) => labels), links };
}

async function addUp(reader: Reader, scope: LinkScope, dateRange: Span, dimensions: readonly number[]): Promise<Sums> {
  const within = inScope(scope);
  const [row] = await reader.$queryRaw<[Sums]>`
    WITH own AS MATERIALIZED (
      SELECT "linkId", "day", "clicks", "visitors" FROM "LinkDay"
      WHERE ${within} AND "day" >= ${isoDate(dateRange.since)}::date AND "day" < ${isoDate(dateRange.until)}::date
    ), named AS MATERIALIZED (
      SELECT "dimension", "label", "detail", sum("clicks") AS "clicks"
      FROM (${aggregatedLabels(dateRange, Prisma.sql`${within} AND "dimension" = ANY(${dimensions}::smallint[])`)}) l GROUP BY 1, 2, 3
    ), kept AS (
      SELECT "dimension", "label", "detail", "clicks" FROM named WHERE (SELECT count(*) FROM named) <= ${mostLabels}
      UNION ALL
      SELECT "dimension", CASE WHEN "place" <= ${labelCap} THEN "label" ELSE ${otherLabel} END,
             CASE WHEN "place" <= ${labelCap} THEN "detail" ELSE ${otherDetail} END, sum("clicks")
      FROM (SELECT *, row_number() OVER (PARTITION BY "dimension" ORDER BY "clicks" DESC, "label", "detail") AS "place" FROM named) placed
      WHERE (SELECT count(*) FROM named) > ${mostLabels} GROUP BY 1, 2, 3
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_array("day", "clicks", "visitors")), '[]')::text FROM (
        SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM own GROUP BY "day") d) AS "days",
      (SELECT coalesce(json_agg(json_build_array("dimension", "label", "detail", "clicks")), '[]')::text FROM kept) AS "labels",
      (SELECT coalesce(json_agg(json_build_array("linkId", "clicks")), '[]') FROM (
        SELECT "linkId", sum("clicks") AS "clicks" FROM own GROUP BY "linkId") k) AS "links"`;
  return { days: row.days.slice(1, -1), labels: row.labels.slice(1, -1), links: row.links };
}
