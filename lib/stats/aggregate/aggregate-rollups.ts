import { Prisma } from "../../database/generated/client";
import { addExcluded, countOf } from "../../database/wide-counts";
import { labelCap, otherLabel } from "../query/dimensions";
import { countedLabels } from "../query/label-rows";
import { appendPacks, isPackable, mostPacked, packs } from "../query/packed-labels";
import { clicksOfBatches, judgedVisitors } from "../sources/pending-clicks";

const cap = Prisma.raw(String(labelCap));

/** The common table expression with the clicks of a statement. */
const pending = Prisma.raw("pending");

/**
 * Adds the clicks of these batches to the roll-ups, in one statement. The caller holds the
 * aggregation lock and deletes the batches in the same transaction, so readers see a click either
 * in the roll-ups or in its batch. Deleted links are skipped. Returns one row `{isLate}`: whether
 * `aggregateLateLabels` must run too.
 */
export function aggregateRollups(batches: readonly bigint[]): Prisma.Sql {
  return Prisma.sql`
    WITH pending AS MATERIALIZED (${pendingOf(batches)}), judged AS MATERIALIZED (${judgedVisitors(pending)}), remembered_new AS (
      -- Most visitors. ON CONFLICT costs more, and under the lock nobody else inserts any.
      INSERT INTO "DayVisitor" ("day", "linkId", "visitor", "hours")
      SELECT "day", "linkId", "visitor", bit_or("bit") FROM judged WHERE "isNewInHour" AND "hours" IS NULL
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ), remembered AS (
      INSERT INTO "DayVisitor" AS v ("day", "linkId", "visitor", "hours")
      SELECT "day", "linkId", "visitor", bit_or("bit") FROM judged WHERE "isNewInHour" AND "hours" IS NOT NULL
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT ("day", "linkId", "visitor") DO UPDATE SET "hours" = v."hours" | excluded."hours"
    ), hours AS MATERIALIZED (
      SELECT "linkId", "day", "hour", sum("clicks")::int AS "clicks", sum("visitors")::int AS "visitors" FROM (
        SELECT "linkId", "day", "hour", count(*) AS "clicks", 0 AS "visitors" FROM pending GROUP BY 1, 2, 3
        UNION ALL SELECT "linkId", "day", "hour", 0, count(*) FROM judged WHERE "isNewInHour" GROUP BY 1, 2, 3
      ) parts GROUP BY 1, 2, 3
    ), by_hour AS (
      INSERT INTO "LinkHour" AS t ("linkId", "hour", "clicks", "visitors")
      SELECT "linkId", "hour", "clicks", "visitors" FROM hours ORDER BY 1, 2
      ON CONFLICT ("linkId", "hour") DO UPDATE SET ${addExcluded("clicks")}, ${addExcluded("visitors")}
    ), days AS MATERIALIZED (
      SELECT *, "day" >= (SELECT "packedSince" FROM "RollupState") AND NOT ${inClosedMonth} AND "clicks" + coalesce((
        SELECT ${countOf("clicks", "d")} FROM "LinkDay" d WHERE d."linkId" = n."linkId" AND d."day" = n."day"
      ), 0) <= ${Prisma.raw(String(mostPacked))} AS "isPacked"
      FROM (
        SELECT "linkId", "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (
          SELECT "linkId", "day", "clicks", 0 AS "visitors" FROM hours
          UNION ALL SELECT "linkId", "day", 0, count(DISTINCT "visitor") FROM judged WHERE "isNewOnDay" GROUP BY 1, 2
        ) parts GROUP BY 1, 2
      ) n
    ), labels AS MATERIALIZED (
      -- A look-up in a hash, because a join of two sets of unknown size may become quadratic.
      SELECT *, ("linkId", "day") IN (SELECT "linkId", "day" FROM days WHERE "isPacked") AND ${isPackable} AS "isPacked" FROM (${countedLabels(pending)}) l
    ), by_day AS (
      INSERT INTO "LinkDay" AS t ("linkId", "day", "clicks", "visitors")
      SELECT "linkId", "day", "clicks", "visitors" FROM days ORDER BY 1, 2
      ON CONFLICT ("linkId", "day") DO UPDATE SET ${addExcluded("clicks")}, ${addExcluded("visitors")}
      RETURNING "linkId", "day", "clicks"
    ), by_pack AS (
      INSERT INTO "LinkDayPack" AS t ("linkId", "day", "labels", "pairs")
      SELECT "linkId", "day", ${packs} FROM labels WHERE "isPacked" GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT ("linkId", "day") DO UPDATE SET ${appendPacks}
    ), all_hours AS (
      INSERT INTO "HourTotal" AS t ("hour", "clicks")
      SELECT "hour", sum("clicks") FROM hours GROUP BY 1 ORDER BY 1
      ON CONFLICT ("hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    ), all_days AS (
      INSERT INTO "DayTotal" AS t ("day", "slot", "clicks")
      SELECT "day", 0, sum("clicks") FROM hours GROUP BY 1 ORDER BY 1
      ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    ), crowded AS MATERIALIZED (
      -- A day has at most as many labels as clicks, so only days with more clicks than the cap need a check.
      SELECT "linkId", "day" FROM by_day WHERE "clicks" > ${cap}
    ), doubtful AS (
      SELECT "linkId", "day", "dimension", "label", "detail", "clicks" FROM labels WHERE ("linkId", "day") IN (SELECT "linkId", "day" FROM crowded)
    ), by_label AS (
      INSERT INTO "LinkDayLabel" AS t ("linkId", "day", "dimension", "label", "detail", "clicks")
      SELECT "linkId", "day", "dimension", "label", "detail", "clicks" FROM labels
      WHERE NOT "isPacked" AND ("linkId", "day") NOT IN (SELECT "linkId", "day" FROM crowded)
      UNION ALL SELECT * FROM (${cappedLabels(Prisma.raw("doubtful"), { into: "LinkDayLabel", per: "day" })}) capped ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT ("linkId", "day", "dimension", "label", "detail") DO UPDATE SET ${addExcluded("clicks")}
    )
    SELECT EXISTS (SELECT FROM pending WHERE ${inClosedMonth}) AS "isLate"`;
}

/**
 * Adds clicks of these batches in closed months (`close-months.ts`). Only a replayed journal
 * contains such clicks.
 */
export function aggregateLateLabels(batches: readonly bigint[]): Prisma.Sql {
  return Prisma.sql`
    WITH pending AS MATERIALIZED (SELECT * FROM (${pendingOf(batches)}) late WHERE ${inClosedMonth}), doubtful AS (
      SELECT "linkId", date_trunc('month', "day"::timestamp)::date AS "month", "dimension", "label", "detail", sum("clicks") AS "clicks"
      FROM (${countedLabels(pending)}) labels GROUP BY 1, 2, 3, 4, 5
    )
    INSERT INTO "LinkMonthLabel" AS t ("linkId", "month", "dimension", "label", "detail", "clicks")
    SELECT * FROM (${cappedLabels(Prisma.raw("doubtful"), { into: "LinkMonthLabel", per: "month" })}) capped ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ("linkId", "month", "dimension", "label", "detail") DO UPDATE SET ${addExcluded("clicks")}`;
}

function pendingOf(batches: readonly bigint[]): Prisma.Sql {
  return clicksOfBatches(
    Prisma.sql`SELECT * FROM "ClickBatch" WHERE "id" = ANY(${batches.map(String)}::bigint[])`,
  );
}

/** Whether LinkMonthLabel already contains the labels of a link and day. */
export const inClosedMonth = Prisma.sql`
  "day" < (SELECT "monthsUntil" FROM "RollupState") + CASE WHEN "linkId" <= (SELECT "monthsLinkId" FROM "RollupState") THEN interval '1 month' ELSE '0' END`;

export interface LabelTable {
  into: "LinkDayLabel" | "LinkMonthLabel";
  per: "day" | "month";
}

/**
 * A query (linkId, period, dimension, label, detail, clicks) of what to add to the table for these
 * `counts`, rows of the same columns. New labels fill the room under the cap, most frequent first;
 * the rest is added to Other.
 */
function cappedLabels(counts: Prisma.Sql, table: LabelTable): Prisma.Sql {
  const [into, per] = [Prisma.raw(`"${table.into}"`), Prisma.raw(`"${table.per}"`)];
  return Prisma.sql`
    WITH labelled AS MATERIALIZED (
      SELECT l.*, (
        SELECT true FROM ${into} k
        WHERE k."linkId" = l."linkId" AND k."dimension" = l."dimension" AND k.${per} = l.${per} AND k."label" = l."label" AND k."detail" = l."detail"
      ) AS "isKnown"
      FROM ${counts} l
    ), fresh AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY "linkId", ${per}, "dimension" ORDER BY "clicks" DESC, "label", "detail") AS "place"
      FROM labelled WHERE "isKnown" IS NULL
    ), roomy AS MATERIALIZED (
      -- Counts once per group and copies the result by a window function. A join of two sets of unknown size may become quadratic.
      SELECT *, max(CASE WHEN "place" = 1 THEN ${cap} - (
        SELECT count(*) FROM (
          SELECT FROM ${into} k WHERE k."linkId" = f."linkId" AND k."dimension" = f."dimension" AND k.${per} = f.${per} LIMIT ${cap}
        ) taken
      ) END) OVER (PARTITION BY "linkId", ${per}, "dimension") AS "left"
      FROM fresh f
    )
    SELECT "linkId", ${per}, "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (
      SELECT "linkId", ${per}, "dimension", "label", "detail", "clicks" FROM labelled WHERE "isKnown"
      UNION ALL
      SELECT "linkId", ${per}, "dimension", CASE WHEN "place" <= "left" THEN "label" ELSE ${otherLabel} END,
             CASE WHEN "place" <= "left" THEN "detail" ELSE "otherDetail"("dimension") END, "clicks"
      FROM roomy
    ) settled GROUP BY 1, 2, 3, 4, 5`;
}
