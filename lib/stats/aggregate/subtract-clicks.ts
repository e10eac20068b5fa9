import { isoDate } from "../../core/day";
import { latestOf } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { addExcluded, countOf } from "../../database/wide-counts";
import { otherLabel } from "../query/dimensions";
import { countedLabels } from "../query/label-rows";
import { allPacks } from "../query/packed-labels";
import { inClosedMonth, type LabelTable } from "./aggregate-rollups";

/** Clicks of one visitor of a link in one UTC hour that leave the counts. */
interface Leaving {
  linkId: number;
  visitor: Uint8Array;
  /** The start of the hour. */
  hour: Date;
  /** A query of them, all columns. */
  moved: Prisma.Sql;
  /** Whether other clicks of this visitor in this hour are left, which may be pending. */
  areOthersLeft: boolean;
}

const tables: readonly LabelTable[] = [
  { into: "LinkDayLabel", per: "day" },
  { into: "LinkMonthLabel", per: "month" },
];

interface Sums {
  clicks: number;
  firstDayClicks: number;
  lastAt: Date | null;
}

/**
 * Subtracts clicks from every roll-up and counter that the aggregation added them to. The caller
 * holds the aggregation lock and moves the rows out of "Click" in the same transaction, before; the
 * link exists until it ends.
 */
export async function subtractClicks(
  transaction: Prisma.TransactionClient,
  leaving: Leaving,
): Promise<void> {
  const { linkId, hour, moved } = leaving;
  const day = Prisma.sql`${isoDate(hour)}::date`;
  // First, because a day without clicks is deleted below.
  await unpackDay(transaction, linkId, day);
  const [sums] = await transaction.$queryRaw<[Sums]>`
    SELECT count(*)::int AS "clicks", max(m."createdAt") AS "lastAt",
           count(*) FILTER (WHERE m."createdAt" >= l."createdAt" AND m."createdAt" < l."createdAt" + interval '24 hours')::int AS "firstDayClicks"
    FROM (${moved}) m JOIN "Link" l ON l."id" = m."linkId"`;
  const clicks = -sums.clicks;
  const visitors = await forgetVisitor(transaction, leaving);
  await transaction.$executeRaw`
    INSERT INTO "LinkHour" AS t ("linkId", "hour", "clicks", "visitors") VALUES (${linkId}, ${hour}::timestamptz, ${clicks}, ${visitors.inHour})
    ON CONFLICT ("linkId", "hour") DO UPDATE SET ${addExcluded("clicks")}, ${addExcluded("visitors")}`;
  await transaction.$executeRaw`
    INSERT INTO "LinkDay" AS t ("linkId", "day", "clicks", "visitors") VALUES (${linkId}, ${day}, ${clicks}, ${visitors.onDay})
    ON CONFLICT ("linkId", "day") DO UPDATE SET ${addExcluded("clicks")}, ${addExcluded("visitors")}`;
  await transaction.$executeRaw`
    INSERT INTO "HourTotal" AS t ("hour", "clicks") VALUES (${hour}::timestamptz, ${clicks})
    ON CONFLICT ("hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`;
  await transaction.$executeRaw`
    INSERT INTO "DayTotal" AS t ("day", "slot", "clicks") VALUES (${day}, 0, ${clicks})
    ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`;
  await transaction.$executeRaw`DELETE FROM "LinkHour" WHERE "linkId" = ${linkId} AND "hour" = ${hour}::timestamptz AND (${countOf("clicks")}, ${countOf("visitors")}) = (0, 0)`;
  await transaction.$executeRaw`DELETE FROM "LinkDay" WHERE "linkId" = ${linkId} AND "day" = ${day} AND (${countOf("clicks")}, ${countOf("visitors")}) = (0, 0)`;
  for (const table of tables) await subtractLabels(transaction, leaving, table);
  await changeAliases(transaction, moved, -1);
  await subtractCounter(transaction, linkId, sums);
}

/** Keeps DayVisitor, and returns what to add to the numbers of visitors. */
async function forgetVisitor(
  transaction: Prisma.TransactionClient,
  { linkId, visitor, hour, areOthersLeft }: Leaving,
): Promise<{ inHour: number; onDay: number }> {
  const [day, bit] = [Prisma.sql`${isoDate(hour)}::date`, 1 << hour.getUTCHours()];
  const isTheirs = Prisma.sql`"day" = ${day} AND "linkId" = ${linkId} AND "visitor" = ${visitor}::bytea`;
  const [known] = await transaction.$queryRaw<{ hours: number }[]>`
    SELECT "hours" FROM "DayVisitor" WHERE ${isTheirs}`;
  if (areOthersLeft || !known || (known.hours & bit) === 0) return { inHour: 0, onDay: 0 };
  if (known.hours !== bit) {
    await transaction.$executeRaw`UPDATE "DayVisitor" SET "hours" = "hours" & ~${bit}::int WHERE ${isTheirs}`;
    return { inHour: -1, onDay: 0 };
  }
  await transaction.$executeRaw`DELETE FROM "DayVisitor" WHERE ${isTheirs}`;
  return { inHour: -1, onDay: -1 };
}

/** Moves the labels of a day from LinkDayPack to rows, and to those of a closed month if they are not there. */
async function unpackDay(
  transaction: Prisma.TransactionClient,
  linkId: number,
  day: Prisma.Sql,
): Promise<void> {
  await transaction.$executeRaw`
    WITH pack AS (
      DELETE FROM "LinkDayPack" WHERE "linkId" = ${linkId} AND "day" = ${day} RETURNING *
    ), unpacked AS MATERIALIZED (
      SELECT "linkId", "day", l."dimension", l."label", l."detail", sum(l."clicks") AS "clicks", "inMonth" FROM pack, LATERAL "unpackLabels"(${allPacks}) l
      GROUP BY 1, 2, 3, 4, 5, 7
    ), by_month AS (
      INSERT INTO "LinkMonthLabel" AS t ("linkId", "month", "dimension", "label", "detail", "clicks")
      SELECT "linkId", date_trunc('month', "day"::timestamp)::date, "dimension", "label", "detail", "clicks" FROM unpacked WHERE ${inClosedMonth} AND NOT "inMonth"
      ON CONFLICT ("linkId", "month", "dimension", "label", "detail") DO UPDATE SET ${addExcluded("clicks")}
    )
    INSERT INTO "LinkDayLabel" AS t ("linkId", "day", "dimension", "label", "detail", "clicks")
    SELECT "linkId", "day", "dimension", "label", "detail", "clicks" FROM unpacked
    ON CONFLICT ("linkId", "day", "dimension", "label", "detail") DO UPDATE SET ${addExcluded("clicks")}`;
}

/** What was counted under Other is subtracted there. */
async function subtractLabels(
  transaction: Prisma.TransactionClient,
  { linkId, hour, moved }: Leaving,
  table: LabelTable,
): Promise<void> {
  const [into, per] = [Prisma.raw(`"${table.into}"`), Prisma.raw(`"${table.per}"`)];
  await transaction.$executeRaw`
    WITH moved AS MATERIALIZED (
      SELECT * FROM (SELECT *, ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM (${moved}) m) m ${table.per === "month" ? Prisma.sql`WHERE ${inClosedMonth}` : Prisma.empty}
    ), change AS MATERIALIZED (
      SELECT "linkId", date_trunc('${Prisma.raw(table.per)}', "day"::timestamp)::date AS ${per}, "dimension", "label", "detail", sum("clicks")::int AS "clicks"
      FROM (${countedLabels(Prisma.raw("moved"))}) l GROUP BY 1, 2, 3, 4, 5
    ), split AS MATERIALIZED (
      SELECT c.*, least(c."clicks", coalesce((
        SELECT ${countOf("clicks", "k")} FROM ${into} k
        WHERE k."linkId" = c."linkId" AND k.${per} = c.${per} AND k."dimension" = c."dimension" AND k."label" = c."label" AND k."detail" = c."detail"
      ), 0)) AS "own"
      FROM change c
    ), taken AS MATERIALIZED (
      SELECT "linkId", ${per}, "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (
        SELECT "linkId", ${per}, "dimension", "label", "detail", "own" AS "clicks" FROM split
        UNION ALL SELECT "linkId", ${per}, "dimension", ${otherLabel}, "otherDetail"("dimension"), "clicks" - "own" FROM split
      ) parts GROUP BY 1, 2, 3, 4, 5 HAVING sum("clicks") > 0
    )
    UPDATE ${into} t SET "clicks" = t."clicks" - k."clicks" FROM taken k
    WHERE t."linkId" = k."linkId" AND t.${per} = k.${per} AND t."dimension" = k."dimension" AND t."label" = k."label" AND t."detail" = k."detail"`;
  await transaction.$executeRaw`
    DELETE FROM ${into} WHERE "linkId" = ${linkId} AND ${per} = date_trunc('${Prisma.raw(table.per)}', ${isoDate(hour)}::timestamp)::date
      AND ${countOf("clicks")} = 0`;
}

/** `moved`: a query of clicks. No recording writes slot 0. Clicks from before an alias was given up and made again are not its own. */
export async function changeAliases(
  transaction: Prisma.TransactionClient,
  moved: Prisma.Sql,
  sign: 1 | -1,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "AliasCount" AS c ("slug", "slot", "clicks", "lastClickedAt")
    SELECT m."alias", 0, ${sign}::int * count(*), max(m."createdAt")
    FROM (${moved}) m
    JOIN "Alias" a ON a."slug" = m."alias" AND a."linkId" = m."linkId" AND a."createdAt" <= m."createdAt"
    GROUP BY 1 ORDER BY 1
    ON CONFLICT ("slug", "slot") DO UPDATE SET "clicks" = c."clicks" + excluded."clicks"`;
}

/**
 * The time of the last click is that of the latest one that still counts. Where raw clicks are not
 * kept, the hour of the last roll-up has to do.
 */
async function subtractCounter(
  transaction: Prisma.TransactionClient,
  linkId: number,
  { clicks, firstDayClicks, lastAt }: Sums,
): Promise<void> {
  if (lastAt === null) return;
  const latest = Prisma.sql`coalesce(
    (SELECT "createdAt" FROM ${latestOf(Prisma.sql`${linkId}::int`, 1)} k WHERE "linkId" = ${linkId} ORDER BY "createdAt" DESC LIMIT 1),
    (SELECT max("hour") FROM "LinkHour" WHERE "linkId" = ${linkId})
  )`;
  await transaction.$executeRaw`
    UPDATE "LinkCounter" SET "clickCount" = "clickCount" - ${clicks}, "firstDayClicks" = "firstDayClicks" - ${firstDayClicks},
      "lastClickedAt" = CASE WHEN "lastClickedAt" > ${lastAt}::timestamptz THEN "lastClickedAt" ELSE ${latest} END
    WHERE "linkId" = ${linkId}`;
  await transaction.$executeRaw`SELECT "addFirstDays"(0, ${-firstDayClicks}::bigint)::text`;
}
