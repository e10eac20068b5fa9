import { setTimeout as sleep } from "node:timers/promises";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { withFoldLock } from "../stats/fold-lock";

/** In portions, so that no statement is long however many clicks there were. */
const portion = 10_000;

/** Finishes deletions that take long or were interrupted. */
export async function removeLeftHistory(signal: AbortSignal): Promise<void> {
  for (const { linkId } of await database().deletedLink.findMany()) await removeHistory(linkId, signal);
}

/** Removes what was recorded about a link that is gone; stops when aborted, to be called again. */
export async function removeHistory(linkId: number, signal?: AbortSignal): Promise<void> {
  await inPortions(() => removeClicks(linkId), signal);
  for (const table of ["LinkDayLabel", "LinkMonthLabel"]) await inPortions(() => removeLabels(table, linkId), signal);
  if (!signal?.aborted) await withFoldLock((transaction) => removeFigures(transaction, linkId), { wait: true });
}

/** Rests as long as each portion took: visitors of other links go first. */
async function inPortions(remove: () => Promise<number>, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted) {
    const from = performance.now();
    if ((await remove()) < portion) return;
    await sleep(performance.now() - from);
  }
}

function removeClicks(linkId: number): Promise<number> {
  return database().$executeRaw`
    DELETE FROM "Click" WHERE "linkId" = ${linkId} AND "createdAt" <= coalesce(
      (SELECT "createdAt" FROM "Click" WHERE "linkId" = ${linkId} ORDER BY "createdAt" OFFSET ${portion - 1} LIMIT 1), 'infinity')`;
}

function removeLabels(table: string, linkId: number): Promise<number> {
  const from = Prisma.raw(`"${table}"`);
  return database().$executeRaw`
    DELETE FROM ${from} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${from} WHERE "linkId" = ${linkId} LIMIT ${portion}))`;
}

/**
 * The rest in one step, nobody folding: what the link added to the totals is taken off them together with its own figures,
 * so that readers, who take it off themselves until then, see no difference.
 */
async function removeFigures(transaction: Prisma.TransactionClient, linkId: number): Promise<void> {
  // Somebody else may have finished meanwhile.
  if ((await transaction.deletedLink.deleteMany({ where: { linkId } })).count === 0) return;
  await transaction.$executeRaw`
    INSERT INTO "DayTotal" AS t ("day", "slot", "clicks", "botHits")
    SELECT "day", 0, -sum("clicks"), -sum("botHits") FROM (
      SELECT "day", "clicks", 0 AS "botHits" FROM "LinkDay" WHERE "linkId" = ${linkId}
      UNION ALL SELECT "day", 0, "count" FROM "UncountedVisit" WHERE "linkId" = ${linkId} AND "kind" = 'unfurler'
    ) parts GROUP BY 1 ORDER BY 1
    ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks", "botHits" = t."botHits" + excluded."botHits"`;
  await transaction.$executeRaw`
    UPDATE "HourTotal" t SET "clicks" = t."clicks" - h."clicks" FROM "LinkHour" h WHERE h."linkId" = ${linkId} AND t."hour" = h."hour"`;
  await transaction.$executeRaw`
    DELETE FROM "DayVisitor" WHERE "linkId" = ${linkId} AND "day" IN (SELECT "day" FROM "LinkDay" WHERE "linkId" = ${linkId})`;
  for (const table of ["LinkDay", "LinkHour", "LinkDayLabel", "LinkMonthLabel", "UncountedVisit"]) {
    await transaction.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE "linkId" = ${linkId}`;
  }
}
