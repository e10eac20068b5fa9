import { Prisma } from "../database/generated/client";
import { dimensionNames, labelRows, otherLabel } from "./dimensions";
import { judgedVisitors } from "./pending";

/** Distinct labels of a link, day (or month) and dimension; whatever comes later that day is counted under Other. */
export const labelCap = 1_000;

/**
 * Adds the clicks of these batches to the roll-ups, in one statement. The caller holds the fold lock and takes the batches
 * away in the same transaction: readers see a click either in the roll-ups or in its batch. Links that are gone are
 * skipped.
 */
export function foldRollups(batches: readonly bigint[]): Prisma.Sql {
  return Prisma.sql`
    WITH pending AS MATERIALIZED (
      SELECT * FROM "PendingClick" p WHERE "batch" = ANY(${batches.map(String)}::bigint[])
        AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")
    ), ${judgedVisitors}, remembered AS (
      INSERT INTO "DayVisitor" AS v ("day", "linkId", "visitor", "hours")
      SELECT "day", "linkId", "visitor", bit_or("bit") FROM judged
      WHERE "isNewInHour" AND "day" >= (SELECT "visitorsSince" FROM "RollupState")
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
      ON CONFLICT ("linkId", "hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks", "visitors" = t."visitors" + excluded."visitors"
    ), by_day AS (
      INSERT INTO "LinkDay" AS t ("linkId", "day", "clicks", "visitors")
      SELECT "linkId", "day", sum("clicks"), sum("visitors") FROM (
        SELECT "linkId", "day", "clicks", 0 AS "visitors" FROM hours
        UNION ALL SELECT "linkId", "day", 0, count(DISTINCT "visitor") FROM judged WHERE "isNewOnDay" GROUP BY 1, 2
      ) parts GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT ("linkId", "day") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks", "visitors" = t."visitors" + excluded."visitors"
    ), all_hours AS (
      INSERT INTO "HourTotal" AS t ("hour", "clicks")
      SELECT "hour", sum("clicks") FROM hours GROUP BY 1 ORDER BY 1
      ON CONFLICT ("hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    ), all_days AS (
      INSERT INTO "DayTotal" AS t ("day", "slot", "clicks")
      SELECT "day", 0, sum("clicks") FROM hours GROUP BY 1 ORDER BY 1
      ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    ), alike AS (
      -- Many clicks are alike: each kind is taken apart once.
      SELECT "linkId", "day", "referrer", "country", "region", "city", "device", "browser", "os", "locale", "utmSource", "utmMedium",
             "utmCampaign", count(*) AS "clicks"
      FROM pending GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    ), labels AS MATERIALIZED (
      SELECT "linkId", "day", "dimension", "label", "detail", sum("clicks")::int AS "clicks"
      FROM alike, LATERAL ${labelRows(dimensionNames)} WHERE "label" IS NOT NULL GROUP BY 1, 2, 3, 4, 5
    ), ${cappedLabels("LinkDayLabel", "day", Prisma.raw('"day"'))}, ${cappedLabels("LinkMonthLabel", "month", Prisma.raw(`date_trunc('month', "day"::timestamp)::date`))}
    SELECT count(*) FROM pending`;
}

/**
 * Common table expressions that add `labels` to a table. New labels take the room that is left under the cap, the most
 * frequent ones first; the rest is added to Other.
 */
function cappedLabels(table: "LinkDayLabel" | "LinkMonthLabel", period: "day" | "month", periodOf: Prisma.Sql): Prisma.Sql {
  const [into, per] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${period}"`)];
  const named = (name: string) => Prisma.raw(`${name}_${period}`);
  const cap = Prisma.raw(String(labelCap));
  return Prisma.sql`
    ${named("labelled")} AS MATERIALIZED (
      SELECT l.*, (
        SELECT true FROM ${into} k
        WHERE k."linkId" = l."linkId" AND k."dimension" = l."dimension" AND k.${per} = l.${per} AND k."label" = l."label" AND k."detail" = l."detail"
      ) AS "isKnown"
      FROM (SELECT "linkId", "dimension", ${periodOf} AS ${per}, "label", "detail", sum("clicks") AS "clicks" FROM labels GROUP BY 1, 2, 3, 4, 5) l
    ), ${named("fresh")} AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY "linkId", "dimension", ${per} ORDER BY "clicks" DESC, "label", "detail") AS "place"
      FROM ${named("labelled")} WHERE "isKnown" IS NULL
    ), ${named("roomy")} AS MATERIALIZED (
      -- Counted once for each group and handed to its other rows by a window: a join of two sets of unknown size may end up quadratic.
      SELECT *, max(CASE WHEN "place" = 1 THEN ${cap} - (
        SELECT count(*) FROM (
          SELECT FROM ${into} k WHERE k."linkId" = f."linkId" AND k."dimension" = f."dimension" AND k.${per} = f.${per} LIMIT ${cap}
        ) taken
      ) END) OVER (PARTITION BY "linkId", "dimension", ${per}) AS "left"
      FROM ${named("fresh")} f
    ), ${named("settled")} AS (
      SELECT "linkId", "dimension", ${per}, "label", "detail", "clicks" FROM ${named("labelled")} WHERE "isKnown"
      UNION ALL
      SELECT "linkId", "dimension", ${per},
             CASE WHEN "place" <= "left" THEN "label" ELSE ${otherLabel} END,
             CASE WHEN "place" <= "left" THEN "detail" WHEN "dimension" >= 12 THEN ${otherLabel} ELSE '' END, "clicks"
      FROM ${named("roomy")}
    ), ${named("added")} AS (
      INSERT INTO ${into} AS t ("linkId", "dimension", ${per}, "label", "detail", "clicks")
      SELECT "linkId", "dimension", ${per}, "label", "detail", sum("clicks") FROM ${named("settled")} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT ("linkId", "dimension", ${per}, "label", "detail") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    )`;
}
