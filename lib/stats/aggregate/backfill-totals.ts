import { isoDate } from "../../core/day";
import { SluglineError } from "../../core/errors";
import { type RoundOptions, RoundSize, repeatRounds } from "../../core/round-size";
import { withAggregationLock } from "../../database/aggregation-lock";
import { Prisma } from "../../database/generated/client";
import { countOf } from "../../database/wide-counts";
import { ownPart } from "../own-part";
import { allPacks } from "../query/packed-labels";

/** Days of links per round. */
export const newBackfillRound = () => new RoundSize(1, 20_000);

interface BackfillOptions extends RoundOptions {
  /** Overrides the adaptive size of a round. */
  portion?: number;
}

/**
 * Adds what was aggregated before the totals by label existed, once, in rounds. Triggers add
 * everything later.
 */
export async function backfillTotals({ portion, ...options }: BackfillOptions = {}): Promise<void> {
  const oneRound = (days: number) =>
    withAggregationLock((transaction) => backfillRound(transaction, days), { wait: true });
  await repeatRounds(
    () => (portion === undefined ? ownPart().backfillRound.run(oneRound) : oneRound(portion)),
    options,
  );
}

type State = Awaited<ReturnType<typeof readState>>;

const readState = (reader: Pick<Prisma.TransactionClient, "rollupState">) =>
  reader.rollupState.findFirstOrThrow({
    select: { totalsLinkId: true, totalsDay: true, totalsEndLinkId: true },
  });

const isDone = ({ totalsLinkId, totalsEndLinkId }: State) => totalsLinkId > totalsEndLinkId;

/** Throws `statistics_preparing` while totals by label are incomplete. */
export async function requireTotals(
  reader: Pick<Prisma.TransactionClient, "rollupState">,
): Promise<void> {
  const state = await readState(reader);
  if (isDone(state)) return;
  const percent = Math.floor((100 * (state.totalsLinkId - 1)) / state.totalsEndLinkId);
  throw new SluglineError("statistics_preparing", "statisticsPreparing", {
    done: { amount: percent, unit: "percent" },
  });
}

/**
 * Returns whether anything was done. The aggregation lock is held, so no removal takes off rows
 * that are about to be added.
 */
async function backfillRound(
  transaction: Prisma.TransactionClient,
  days: number,
): Promise<boolean> {
  const state = await readState(transaction);
  if (isDone(state)) return false;
  const { totalsEndLinkId: last } = state;
  const from = Prisma.sql`(${state.totalsLinkId}::int, ${isoDate(state.totalsDay)}::date)`;
  const [next] = await transaction.$queryRaw<{ linkId: number; day: Date }[]>`
    SELECT "linkId", "day" FROM "LinkDay" WHERE ("linkId", "day") >= ${from} AND "linkId" <= ${last}
    ORDER BY "linkId", "day" OFFSET ${days}::int LIMIT 1`;
  const end = next
    ? { totalsLinkId: next.linkId, totalsDay: next.day }
    : { totalsLinkId: last + 1, totalsDay: state.totalsDay };
  const until = Prisma.sql`(${end.totalsLinkId}::int, ${isoDate(end.totalsDay)}::date)`;
  const within = Prisma.sql`("linkId", "day") >= ${from} AND ("linkId", "day") < ${until} AND "linkId" <= ${last}`;
  const midnight = (day: Date) => Prisma.sql`${isoDate(day)}::timestamp AT TIME ZONE 'UTC'`;
  await transaction.$executeRaw`
    INSERT INTO "DayTotal" AS t ("day", "slot", "visitors") SELECT "day", 0, sum(${countOf("visitors")}) FROM "LinkDay" WHERE ${within} GROUP BY 1 ORDER BY 1
    ON CONFLICT ("day", "slot") DO UPDATE SET "visitors" = t."visitors" + excluded."visitors"`;
  await transaction.$executeRaw`
    INSERT INTO "HourTotal" AS t ("hour", "clicks", "visitors") SELECT "hour", 0, sum(${countOf("visitors")}) FROM "LinkHour"
    WHERE ("linkId", "hour") >= (${state.totalsLinkId}::int, ${midnight(state.totalsDay)})
      AND ("linkId", "hour") < (${end.totalsLinkId}::int, ${midnight(end.totalsDay)}) AND "linkId" <= ${last}
    GROUP BY 1 ORDER BY 1
    ON CONFLICT ("hour") DO UPDATE SET "visitors" = t."visitors" + excluded."visitors"`;
  await transaction.$executeRaw`
    SELECT "addLabelTotals"(array_agg("day"), array_agg("dimension"), array_agg("label"), array_agg("detail"), array_agg("clicks")) FROM (
      SELECT "day", "dimension", "label", "detail", sum("clicks")::bigint AS "clicks" FROM (
        SELECT "day", "dimension", "label", "detail", ${countOf("clicks")} AS "clicks" FROM "LinkDayLabel" WHERE ${within}
        UNION ALL SELECT "day", l.* FROM "LinkDayPack", LATERAL "unpackLabels"(${allPacks}) l WHERE ${within}
      ) rows GROUP BY 1, 2, 3, 4
    ) labels`;
  await transaction.rollupState.updateMany({ data: end });
  return true;
}
