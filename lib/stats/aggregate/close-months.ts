import { isoDate, startOfMonth } from "../../core/day";
import { type RoundOptions, RoundSize, repeatRounds } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { Prisma } from "../../database/generated/client";
import { countOf, splitClicks } from "../../database/wide-counts";
import { ownPart } from "../own-part";
import { labelCap, otherLabel } from "../query/dimensions";
import { allPacks, fewestInMonth, mostPacked } from "../query/packed-labels";

/** Links per round. */
export const newMonthsRound = () => new RoundSize(1, 5_000);

/**
 * Adds up the labels of past months once, in rounds of links. Long date ranges then read these
 * months, and the days of links with few packed clicks. The aggregation adds clicks that arrive
 * later.
 */
export async function closeMonths(now: Date, options: RoundOptions = {}): Promise<void> {
  const oneRound = (links: number) =>
    withAggregationLock((transaction) => closeRound(transaction, now, links), { wait: true });
  await repeatRounds(() => ownPart().monthsRound.run(oneRound), options);
}

/**
 * Returns whether anything was done. The aggregation lock is held, so that a label is counted only
 * once.
 */
async function closeRound(
  transaction: Prisma.TransactionClient,
  now: Date,
  links: number,
): Promise<boolean> {
  const { monthsUntil: month, monthsLinkId } = await transaction.rollupState.findFirstOrThrow();
  const end = startOfMonth(month, 1);
  if (end > now) return false;
  const [done] = await transaction.$queryRaw<[{ last: number | null; links: bigint }]>`
    WITH part AS MATERIALIZED (
      SELECT "id" FROM "Link" WHERE "id" > ${monthsLinkId} ORDER BY "id" LIMIT ${links}
    ), many AS MATERIALIZED (
      SELECT "id" AS "linkId" FROM part, LATERAL (
        SELECT sum(least(${countOf("clicks", "d")}, ${mostPacked}::int)) AS "clicks" FROM "LinkDayPack" p JOIN "LinkDay" d USING ("linkId", "day")
        WHERE p."linkId" = part."id" AND p."day" >= ${isoDate(month)}::date AND p."day" < ${isoDate(end)}::date
      ) packed WHERE "clicks" >= ${fewestInMonth}::int
    ), packs AS (
      UPDATE "LinkDayPack" SET "inMonth" = true
      WHERE "linkId" = ANY(ARRAY(SELECT "linkId" FROM many)) AND "day" >= ${isoDate(month)}::date AND "day" < ${isoDate(end)}::date RETURNING *
    ), summed AS (
      SELECT "linkId", "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (
        SELECT k."linkId", k."dimension", k."label", k."detail", ${countOf("clicks", "k")} AS "clicks" FROM part, LATERAL (
          SELECT * FROM "LinkDayLabel" d WHERE d."linkId" = part."id" AND d."day" >= ${isoDate(month)}::date AND d."day" < ${isoDate(end)}::date OFFSET 0
        ) k
        UNION ALL SELECT "linkId", l.* FROM packs, LATERAL "unpackLabels"(${allPacks}) l
      ) days GROUP BY 1, 2, 3, 4
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY "linkId", "dimension" ORDER BY "clicks" DESC, "label", "detail") > ${labelCap} AS "isOther" FROM summed
    ), added AS (
      INSERT INTO "LinkMonthLabel" ("linkId", "month", "dimension", "label", "detail", "clicks", "moreClicks")
      SELECT "linkId", ${isoDate(month)}::date, "dimension", CASE WHEN "isOther" THEN ${otherLabel} ELSE "label" END,
             CASE WHEN "isOther" THEN "otherDetail"("dimension") ELSE "detail" END, ${splitClicks(Prisma.sql`sum("clicks")`)}
      FROM placed GROUP BY 1, 3, 4, 5 ORDER BY 1, 3, 4, 5
    )
    SELECT max("id") AS "last", count(*) AS "links" FROM part`;
  const isLast = done.links < links;
  await transaction.rollupState.updateMany({
    data: isLast ? { monthsUntil: end, monthsLinkId: 0 } : { monthsLinkId: done.last ?? 0 },
  });
  return true;
}
