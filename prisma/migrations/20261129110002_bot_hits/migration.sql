-- Bot hits get rows of their own, so that they wait for nobody who has locked the counters of a link. The previous version still
-- adds them to LinkCounter: the number is the sum of both.
CREATE TABLE "LinkBotHits" (
    "linkId" INTEGER NOT NULL,
    "botHits" BIGINT NOT NULL,

    CONSTRAINT "LinkBotHits_pkey" PRIMARY KEY ("linkId")
);
ALTER TABLE "LinkBotHits" SET (fillfactor = 50);

CREATE OR REPLACE VIEW "LinkTotals" AS
SELECT c."linkId",
       c."clickCount" + coalesce(t."clicks", 0) AS "clickCount",
       c."firstDayClicks" + coalesce(t."firstDayClicks", 0) AS "firstDayClicks",
       greatest(c."lastClickedAt", t."lastClickedAt") AS "lastClickedAt",
       c."botHitCount" + coalesce((SELECT b."botHits" FROM "LinkBotHits" b WHERE b."linkId" = c."linkId"), 0) AS "botHitCount",
       c."ogFetchFailCount",
       ARRAY(SELECT g."name" FROM "LinkTag" k JOIN "Tag" g ON g."id" = k."tagId" WHERE k."linkId" = c."linkId") AS "tags",
       ARRAY(SELECT a."slug" FROM "Alias" a WHERE a."linkId" = c."linkId") AS "aliases"
FROM "LinkCounter" c
LEFT JOIN (
  SELECT "linkId", sum("clicks")::bigint AS "clicks", sum("firstDayClicks")::bigint AS "firstDayClicks", max("lastClickedAt") AS "lastClickedAt"
  FROM "PendingHour" GROUP BY "linkId"
) t ON t."linkId" = c."linkId";
