import { Prisma } from "../database/generated/client";

/**
 * Common table expressions behind one named `pending`, rows of the view PendingClick: which of its visitors were not
 * counted in their hour or on their day yet. Read by the fold and by everything that adds the clicks not folded yet, so
 * that both count alike.
 *
 * DayVisitor knows the visitors of recent days. On days before `visitorsSince`, of which only a replayed journal brings
 * clicks, folded clicks themselves are looked through. Subqueries that yield one value are index look-ups whatever the
 * planner thinks of sizes that change all the time.
 */
export const judgedVisitors = Prisma.sql`
  seen AS MATERIALIZED (
    SELECT DISTINCT "linkId", "day", "hour", "visitor" FROM pending
  ), late AS MATERIALIZED (
    SELECT DISTINCT d."linkId", d."day", date_trunc('hour', c."createdAt", 'UTC') AS "hour", c."visitor"
    FROM (SELECT DISTINCT "linkId", "day" FROM seen WHERE "day" < (SELECT "visitorsSince" FROM "RollupState")) d, LATERAL (
      SELECT k."createdAt", k."visitor" FROM "Click" k
      WHERE k."linkId" = d."linkId" AND k."createdAt" >= d."day"::timestamp AT TIME ZONE 'UTC'
        AND k."createdAt" < (d."day" + 1)::timestamp AT TIME ZONE 'UTC' AND k."batch" NOT IN (SELECT "id" FROM "ClickBatch")
      OFFSET 0
    ) c
  ), met AS MATERIALIZED (
    SELECT s.*, 1 << extract(hour FROM s."hour" AT TIME ZONE 'UTC')::int AS "bit",
           (SELECT v."hours" FROM "DayVisitor" v WHERE v."day" = s."day" AND v."linkId" = s."linkId" AND v."visitor" = s."visitor") AS "hours"
    FROM seen s
  ), judged AS MATERIALIZED (
    SELECT *,
           "hours" IS NULL AND ("linkId", "day", "visitor") NOT IN (SELECT "linkId", "day", "visitor" FROM late) AS "isNewOnDay",
           coalesce("hours", 0) & "bit" = 0 AND ("linkId", "hour", "visitor") NOT IN (SELECT "linkId", "hour", "visitor" FROM late) AS "isNewInHour"
    FROM met
  )`;
