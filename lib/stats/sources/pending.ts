import { counts } from "../../config/counts";
import { PerService } from "../../config/per-service";
import { maintenanceDatabase } from "../../database/client";
import { isStatementTimeout } from "../../database/database-errors";
import { isDistributed } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { type DimensionName, dimensions, otherLabel } from "../query/dimensions";
import { inScope, type Scope } from "../query/scope";

/** Ranges this close together are merged: reading the rows between them costs less than another index look-up. */
const gap = Prisma.raw("interval '5 seconds'");

/** How often an instance that stores no clicks looks for those of others. */
const othersMs = 4_000;

/**
 * Periodic work on pending clicks, which does nothing while there are none. Once none were found, an instance looks again when it has stored
 * clicks, or after four seconds, so that an idle one stays idle.
 */
export function whilePending(work: (signal: AbortSignal) => Promise<void>): (signal: AbortSignal) => Promise<void> {
  let foundNone = { stored: -1, at: 0 };
  return async (signal) => {
    const { durable, replayed } = counts().clicks;
    const now = { stored: durable + replayed, at: performance.now() };
    if (now.stored === foundNone.stored && now.at - foundNone.at < othersMs) return;
    if (await arePending()) await work(signal);
    else foundNone = now;
  };
}

async function arePending(): Promise<boolean> {
  const [row] = await maintenanceDatabase().$queryRaw<[{ isAny: boolean }]>`SELECT EXISTS (SELECT FROM "ClickBatch") AS "isAny"`;
  return row.isAny;
}

/**
 * A query (batch, linkId, createdAt, hour, day, id, visitor and the label columns) of the clicks in pending batches.
 * `batches`: rows of ClickBatch. `condition` filters their entries ("linkId", "firstClickedAt", "lastClickedAt"). Deleted
 * links are skipped.
 *
 * A link's clicks are found by time, many batches at once. OFFSET stops the planner from scanning all of Click, and IS
 * TRUE stops it from turning a hash look-up into a join.
 */
export function pendingClicks(batches: Prisma.Sql, condition = Prisma.sql`true`): Prisma.Sql {
  const isLive = Prisma.sql`(SELECT true FROM "LinkCounter" l WHERE l."linkId" = p."linkId")`;
  const spans = Prisma.sql`
      SELECT "linkId", unnest(range_agg(tstzrange("firstClickedAt", "lastClickedAt" + ${gap}, '[]'))) AS "span"
      FROM (${batches}) b, unnest(b."linkIds", b."firstClickedAts", b."lastClickedAts") AS u("linkId", "firstClickedAt", "lastClickedAt")
      WHERE ${condition} GROUP BY "linkId"`;
  return Prisma.sql`
    SELECT c."batch", p."linkId", c."createdAt", date_trunc('hour', c."createdAt", 'UTC') AS "hour", (c."createdAt" AT TIME ZONE 'UTC')::date AS "day",
           c."id", c."visitor", c."referrer", c."country", c."region", c."city", c."device", c."browser", c."os", c."locale",
           c."utmSource", c."utmMedium", c."utmCampaign"
    FROM ${
      isDistributed()
        ? distributedClicks(batches, { spans, isLive, condition })
        : Prisma.sql`(${spans}
    ) p, LATERAL (
      SELECT * FROM "Click" k
      WHERE k."linkId" = p."linkId" AND k."createdAt" BETWEEN lower(p."span") AND upper(p."span") AND (k."batch" IN (SELECT "id" FROM (${batches}) b)) IS TRUE
      OFFSET 0
    ) c
    WHERE ${isLive}`
    }`;
}

/** All spans at once, because each look-up would be a round trip. The number of clicks tells whether all are visible yet. */
function distributedClicks(batches: Prisma.Sql, { spans, isLive, condition }: Record<"spans" | "isLive" | "condition", Prisma.Sql>): Prisma.Sql {
  return Prisma.sql`
    (
      SELECT array_agg(p."linkId") AS "links", array_agg(lower(p."span")) AS "since", array_agg(upper(p."span")) AS "until"
      FROM (${spans}) p WHERE ${isLive}
    ) s, LATERAL "clicksOfBatches"(s."links", s."since", s."until", ARRAY(SELECT "id" FROM (${batches}) b), (
      SELECT sum(p."clicks") FROM (${batches}) b, unnest(b."linkIds", b."clicks", b."firstClickedAts", b."lastClickedAts")
        AS p("linkId", "clicks", "firstClickedAt", "lastClickedAt")
      WHERE ${condition} AND ${isLive}
    )) c, LATERAL (SELECT c."linkId") p`;
}

/**
 * How many pending clicks a report reads. With different labels in each click, more would take longer than a report may; with
 * ordinary ones reports are fast, and the limit grows.
 */
class ReadLimit {
  clicks = 10_000;

  /** Runs a report that returns how many clicks were beyond the limit. */
  async run<T extends { unread: number }>(report: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const limit = this.clicks;
    try {
      const result = await report();
      const tookMs = performance.now() - from;
      if (tookMs > 2_000) this.clicks = Math.max(1_000, limit >> 1);
      else if (tookMs < 500 && result.unread > 0) this.clicks = Math.min(2 * limit, 200_000);
      return result;
    } catch (error) {
      if (isStatementTimeout(error)) this.clicks = Math.max(1_000, limit >> 2);
      throw error;
    }
  }
}

export const readLimit = new PerService("pending-read-limit", () => new ReadLimit());

/**
 * Common table expressions: the pending clicks of a scope as `pending`, rows of `pendingClicks`, and `unread` (linkId, hour, day, clicks),
 * which counts the others where the aggregation is so far behind that there are more. Their labels count under Other, and their visitors
 * not yet. `within` is a condition on "createdAt".
 */
export function pendingParts(scope: Scope, within: Prisma.Sql): Prisma.Sql {
  const own =
    scope === "all"
      ? Prisma.raw('"size"')
      : Prisma.sql`(SELECT coalesce(sum("clicks"), 0) FROM unnest("linkIds", "clicks") AS u("linkId", "clicks") WHERE ${inScope(scope)})`;
  const isRead = Prisma.raw('IN (SELECT "id" FROM read)');
  return Prisma.sql`
    read AS MATERIALIZED (
      SELECT "id" FROM (
        SELECT "id", "own", sum("own") OVER (ORDER BY "own", "id") AS "total" FROM (SELECT "id", ${own} AS "own" FROM "ClickBatch") b WHERE "own" > 0
      ) b WHERE "total" <= ${readLimit.get().clicks}
    ), pending AS MATERIALIZED (
      SELECT * FROM (${pendingClicks(Prisma.sql`SELECT * FROM "ClickBatch" WHERE "id" ${isRead}`, inScope(scope))}) p WHERE ${within}
    ), unread AS MATERIALIZED (
      SELECT "linkId", date_trunc('hour', "createdAt", 'UTC') AS "hour", ("createdAt" AT TIME ZONE 'UTC')::date AS "day", sum("clicks") AS "clicks" FROM (
        SELECT "linkId", "firstClickedAt" AS "createdAt", "clicks" FROM "PendingHour"
        WHERE NOT "batch" ${isRead} AND ${inScope(scope)} OFFSET 0
      ) p WHERE ${within} AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId") GROUP BY 1, 2, 3
    )`;
}

/** A query (dimension, label, detail, clicks): all clicks of `unread`, in each dimension. */
export function unreadLabels(names: readonly DimensionName[], unread = "unread"): Prisma.Sql {
  const ids = names.map((name) => dimensions[name].id);
  return Prisma.sql`
    SELECT d."dimension", ${otherLabel}, "otherDetail"(d."dimension"), sum(u."clicks") AS "clicks"
    FROM ${Prisma.raw(unread)} u, unnest(${ids}::smallint[]) AS d("dimension") GROUP BY 1`;
}

/**
 * Common table expressions up to `judged` (linkId, day, hour, visitor, bit, isNewOnDay, isNewInHour): which visitors of
 * these `clicks`, rows of `pendingClicks`, are new in their hour or on their day. The aggregation and all readers of pending
 * clicks share them, so that both count alike.
 *
 * A scalar subquery forces index look-ups in DayVisitor, whatever the planner estimates for a table whose size changes constantly.
 */
export const judgedVisitors = (clicks: Prisma.Sql): Prisma.Sql => Prisma.sql`
  met AS MATERIALIZED (
    SELECT s.*, 1 << extract(hour FROM s."hour" AT TIME ZONE 'UTC')::int AS "bit",
           (SELECT v."hours" FROM "DayVisitor" v WHERE v."day" = s."day" AND v."linkId" = s."linkId" AND v."visitor" = s."visitor") AS "hours"
    FROM (SELECT DISTINCT "linkId", "day", "hour", "visitor" FROM ${clicks}) s
  ), judged AS MATERIALIZED (
    SELECT *, "hours" IS NULL AS "isNewOnDay", coalesce("hours", 0) & "bit" = 0 AS "isNewInHour" FROM met
  )`;
