import { recordingDatabase } from "../database/client";

/** Any number that no other program on the same database locks; it spells "fold". */
const foldLock = 0x66_6f_6c_64;
/** More batches wait for the next round, so that no round is long. */
const maxBatches = 2_000;

/**
 * Moves what clicks added from ClickBatch into LinkCounter, in one transaction, so that the view LinkTotals shows the
 * same before and after. One instance folds at a time; another one's attempt meanwhile does nothing.
 */
export async function foldClicks(): Promise<void> {
  await recordingDatabase().$executeRaw`
    WITH turn AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(${foldLock}) AS "ours"
    ), claimed AS (
      DELETE FROM "ClickBatch" WHERE "id" IN (
        SELECT "id" FROM "ClickBatch" WHERE (SELECT "ours" FROM turn) ORDER BY "id" LIMIT ${maxBatches} FOR UPDATE
      ) RETURNING *
    ), added AS (
      SELECT u."linkId", sum(u."clicks") AS "clicks", sum(u."firstDayClicks") AS "firstDayClicks", max(u."lastClickedAt") AS "lastClickedAt"
      FROM claimed b,
           unnest(b."linkIds", b."clicks", b."firstDayClicks", b."lastClickedAts") AS u("linkId", "clicks", "firstDayClicks", "lastClickedAt")
      GROUP BY u."linkId"
    ), locked AS MATERIALIZED (
      -- In link order, as record-uncounted does, so that the two cannot deadlock.
      SELECT "linkId" FROM "LinkCounter" WHERE "linkId" IN (SELECT "linkId" FROM added) ORDER BY "linkId" FOR NO KEY UPDATE
    )
    UPDATE "LinkCounter" c
    SET "clickCount" = c."clickCount" + a."clicks",
        "firstDayClicks" = c."firstDayClicks" + a."firstDayClicks",
        "lastClickedAt" = greatest(c."lastClickedAt", a."lastClickedAt")
    FROM added a JOIN locked USING ("linkId")
    WHERE c."linkId" = a."linkId"`;
}
