-- CreateTable
CREATE TABLE "ClickBatch" (
    "id" UUID NOT NULL,
    "linkIds" INTEGER[],
    "clicks" INTEGER[],
    "firstDayClicks" INTEGER[],
    "lastClickedAts" TIMESTAMPTZ(3)[],

    CONSTRAINT "ClickBatch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RecordedBatch" (
    "id" UUID NOT NULL,

    CONSTRAINT "RecordedBatch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeletedLink" (
    "linkId" INTEGER NOT NULL,

    CONSTRAINT "DeletedLink_pkey" PRIMARY KEY ("linkId")
);

-- Rows live for half a second: dead ones are cleared early, by count and not by share.
ALTER TABLE "ClickBatch" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0);

-- Counters with the batches that are not folded into them yet.
CREATE VIEW "LinkTotals" AS
SELECT c."linkId",
       c."clickCount" + coalesce(t."clicks", 0) AS "clickCount",
       c."firstDayClicks" + coalesce(t."firstDayClicks", 0) AS "firstDayClicks",
       greatest(c."lastClickedAt", t."lastClickedAt") AS "lastClickedAt",
       c."botHitCount",
       c."ogFetchFailCount"
FROM "LinkCounter" c
LEFT JOIN (
  SELECT u."linkId", sum(u."clicks")::bigint AS "clicks", sum(u."firstDayClicks")::bigint AS "firstDayClicks", max(u."lastClickedAt") AS "lastClickedAt"
  FROM "ClickBatch" b,
       unnest(b."linkIds", b."clicks", b."firstDayClicks", b."lastClickedAts") AS u("linkId", "clicks", "firstDayClicks", "lastClickedAt")
  GROUP BY u."linkId"
) t ON t."linkId" = c."linkId";

-- Every instance keeps links in memory and forgets one when it hears its slug on this channel.
CREATE FUNCTION "notifyLinkChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('slugline_link', OLD."slug"); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('slugline_link', NEW."slug"); END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_notify" AFTER INSERT OR UPDATE OR DELETE ON "Link" FOR EACH ROW EXECUTE FUNCTION "notifyLinkChange"();
