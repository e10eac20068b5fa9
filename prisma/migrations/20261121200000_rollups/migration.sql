-- Ranking by counters that change all the time, over columns that change seldom, so that updates stay heap-only (HOT).
-- Links of a higher band have more clicks; below 16 clicks a band is the very count, above 16 bands double it.
ALTER TABLE "LinkCounter"
  ADD COLUMN "clickBand" INTEGER GENERATED ALWAYS AS (
    CASE WHEN "clickCount" < 16 THEN "clickCount"::int ELSE floor(16 * ln("clickCount"::float8) / ln(2::float8))::int END) STORED,
  ADD COLUMN "lastClickMinute" INTEGER GENERATED ALWAYS AS (
    coalesce(floor(extract(epoch FROM "lastClickedAt" AT TIME ZONE 'UTC') / 60)::int, 0)) STORED;
CREATE INDEX "LinkCounter_clickBand_linkId_idx" ON "LinkCounter" ("clickBand" DESC, "linkId");
CREATE INDEX "LinkCounter_lastClickMinute_linkId_idx" ON "LinkCounter" ("lastClickMinute" DESC, "linkId");

-- CreateTable
CREATE TABLE "LinkHour" (
    "linkId" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "clicks" INTEGER NOT NULL,
    "visitors" INTEGER NOT NULL,

    CONSTRAINT "LinkHour_pkey" PRIMARY KEY ("linkId","hour")
);

-- CreateTable
CREATE TABLE "LinkDay" (
    "linkId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "clicks" INTEGER NOT NULL,
    "visitors" INTEGER NOT NULL,

    CONSTRAINT "LinkDay_pkey" PRIMARY KEY ("linkId","day")
);

-- CreateTable
CREATE TABLE "LinkDayLabel" (
    "linkId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "dimension" SMALLINT NOT NULL,
    "label" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "clicks" INTEGER NOT NULL,

    CONSTRAINT "LinkDayLabel_pkey" PRIMARY KEY ("linkId","day","dimension","label","detail")
);

-- CreateTable
CREATE TABLE "LinkMonthLabel" (
    "linkId" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "dimension" SMALLINT NOT NULL,
    "label" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "clicks" INTEGER NOT NULL,

    CONSTRAINT "LinkMonthLabel_pkey" PRIMARY KEY ("linkId","month","dimension","label","detail")
);

-- CreateTable
CREATE TABLE "DayVisitor" (
    "day" DATE NOT NULL,
    "linkId" INTEGER NOT NULL,
    "visitor" BYTEA NOT NULL,
    "hours" INTEGER NOT NULL,

    CONSTRAINT "DayVisitor_pkey" PRIMARY KEY ("day","linkId","visitor")
);

-- CreateTable
CREATE TABLE "DayTotal" (
    "day" DATE NOT NULL,
    "slot" SMALLINT NOT NULL,
    "clicks" BIGINT NOT NULL DEFAULT 0,
    "botHits" BIGINT NOT NULL DEFAULT 0,
    "links" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "DayTotal_pkey" PRIMARY KEY ("day","slot")
);

-- CreateTable
CREATE TABLE "HourTotal" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "clicks" BIGINT NOT NULL,

    CONSTRAINT "HourTotal_pkey" PRIMARY KEY ("hour")
);

-- CreateTable
CREATE TABLE "RollupState" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "visitorsSince" DATE NOT NULL,
    "clicksSince" TIMESTAMPTZ(3),
    "monthsUntil" DATE NOT NULL,
    "monthsLinkId" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "RollupState_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "RollupState_one_row" CHECK ("id" = 1)
);
INSERT INTO "RollupState" ("visitorsSince", "monthsUntil") VALUES (date '1970-01-01', date_trunc('month', now() AT TIME ZONE 'UTC')::date);

-- Rows are updated in place: room is left in every page for the next version of a row.
ALTER TABLE "LinkHour" SET (fillfactor = 85);
ALTER TABLE "LinkDay" SET (fillfactor = 85);
ALTER TABLE "LinkDayLabel" SET (fillfactor = 85);
ALTER TABLE "LinkMonthLabel" SET (fillfactor = 85);
ALTER TABLE "DayTotal" SET (fillfactor = 50);
ALTER TABLE "HourTotal" SET (fillfactor = 50);

-- The campaigns of all links in a window: dimension 12 is campaign and source, 13 campaign and medium.
CREATE INDEX "LinkDayLabel_campaigns_idx" ON "LinkDayLabel" ("dimension", "day") WHERE "dimension" IN (12, 13);
CREATE INDEX "LinkMonthLabel_campaigns_idx" ON "LinkMonthLabel" ("dimension", "month") WHERE "dimension" IN (12, 13);

-- Links by the day of their creation. A backend keeps to one of four slots, so that few creations wait for one another.
CREATE FUNCTION "countCreatedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DayTotal" AS t ("day", "slot", "links")
  SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5 + pg_backend_pid() % 4, count(*) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT ("day", "slot") DO UPDATE SET "links" = t."links" + excluded."links";
  RETURN NULL;
END;
$$;
CREATE FUNCTION "countDeletedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DayTotal" AS t ("day", "slot", "links")
  SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5 + pg_backend_pid() % 4, -count(*) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT ("day", "slot") DO UPDATE SET "links" = t."links" + excluded."links";
  RETURN NULL;
END;
$$;
CREATE TRIGGER "Link_count_created" AFTER INSERT ON "Link" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countCreatedLinks"();
CREATE TRIGGER "Link_count_deleted" AFTER DELETE ON "Link" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countDeletedLinks"();

INSERT INTO "DayTotal" ("day", "slot", "links")
SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5, count(*) FROM "Link" GROUP BY 1;
INSERT INTO "DayTotal" ("day", "slot", "botHits")
SELECT "day", 1, sum("count") FROM "UncountedVisit" WHERE "kind" = 'unfurler' GROUP BY 1;

-- Clicks by month. Housekeeping makes the months ahead of time; what belongs to no month that was made lies in the default.
DROP INDEX "Click_createdAt_idx";
ALTER TABLE "Click" RENAME TO "Click_before";
ALTER TABLE "Click_before" RENAME CONSTRAINT "Click_pkey" TO "Click_before_pkey";
CREATE TABLE "Click" (
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "batch" BIGINT NOT NULL,
    "linkId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "visitor" BYTEA NOT NULL,
    "referrer" TEXT,
    "country" TEXT,
    "region" TEXT,
    "city" TEXT,
    "device" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "os" TEXT NOT NULL,
    "locale" TEXT,
    "utmSource" TEXT,
    "utmMedium" TEXT,
    "utmCampaign" TEXT,

    CONSTRAINT "Click_pkey" PRIMARY KEY ("linkId","createdAt","id")
) PARTITION BY RANGE ("createdAt");
CREATE TABLE "Click_default" PARTITION OF "Click" DEFAULT;

-- The month that begins at the instant. What the default holds of it moves there.
CREATE FUNCTION "addClickMonth"("start" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "name" text := 'Click_' || to_char("start" AT TIME ZONE 'UTC', 'YYYY_MM');
  "end" timestamptz := ("start" AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(format('%I', "name")) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE "Click" INCLUDING ALL)', "name");
  LOCK TABLE "Click_default" IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('WITH moved AS (DELETE FROM "Click_default" WHERE "createdAt" >= %L AND "createdAt" < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', "start", "end", "name");
  EXECUTE format('ALTER TABLE "Click" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', "name", "start", "end");
END;
$$;
SELECT "addClickMonth"(m AT TIME ZONE 'UTC') FROM (SELECT DISTINCT date_trunc('month', "createdAt" AT TIME ZONE 'UTC') AS m FROM "Click_before") months;

-- Clicks recorded before are folded anew, one batch for each link and day, by the service that starts next.
DROP VIEW "LinkTotals";
DROP TABLE "ClickBatch";
CREATE TABLE "ClickBatch" (
    "id" BIGINT NOT NULL,
    "size" INTEGER NOT NULL,
    "linkIds" INTEGER[],
    "clicks" INTEGER[],
    "firstDayClicks" INTEGER[],
    "firstClickedAts" TIMESTAMPTZ(3)[],
    "lastClickedAts" TIMESTAMPTZ(3)[],

    CONSTRAINT "ClickBatch_pkey" PRIMARY KEY ("id")
);
UPDATE "LinkCounter" SET "clickCount" = 0, "firstDayClicks" = 0, "lastClickedAt" = NULL;
INSERT INTO "Click" ("createdAt", "batch", "linkId", "id", "visitor", "referrer", "country", "region", "city", "device", "browser", "os",
                     "locale", "utmSource", "utmMedium", "utmCampaign")
SELECT "createdAt", dense_rank() OVER (ORDER BY "linkId", ("createdAt" AT TIME ZONE 'UTC')::date), "linkId", "id", "visitor", "referrer", "country",
       "region", "city", "device", "browser", "os", "locale", "utmSource", "utmMedium", "utmCampaign"
FROM "Click_before" c WHERE EXISTS (SELECT FROM "Link" l WHERE l."id" = c."linkId");
INSERT INTO "ClickBatch"
SELECT "batch", sum("clicks"), array_agg("linkId"), array_agg("clicks"), array_agg("firstDayClicks"), array_agg("first"), array_agg("last")
FROM (
  SELECT c."batch", c."linkId", count(*)::int AS "clicks", min(c."createdAt") AS "first", max(c."createdAt") AS "last",
         count(*) FILTER (WHERE c."createdAt" >= l."createdAt" AND c."createdAt" < l."createdAt" + interval '24 hours')::int AS "firstDayClicks"
  FROM "Click" c JOIN "Link" l ON l."id" = c."linkId" GROUP BY c."batch", c."linkId", date_trunc('hour', c."createdAt", 'UTC')
) hours GROUP BY "batch";
DROP TABLE "Click_before";

-- Rows live for half a second: dead ones are cleared early, by count and not by share.
ALTER TABLE "ClickBatch" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0);

-- What each batch that is not folded yet adds to a link in one hour.
CREATE VIEW "PendingHour" AS
SELECT b."id" AS "batch", u.*
FROM "ClickBatch" b, unnest(b."linkIds", b."clicks", b."firstDayClicks", b."firstClickedAts", b."lastClickedAts")
  AS u("linkId", "clicks", "firstDayClicks", "firstClickedAt", "lastClickedAt");

-- The clicks of batches that are not folded yet. OFFSET keeps the planner from reading all of Click to find these few.
CREATE VIEW "PendingClick" AS
SELECT p."batch", p."linkId", c."createdAt", date_trunc('hour', c."createdAt", 'UTC') AS "hour", (c."createdAt" AT TIME ZONE 'UTC')::date AS "day",
       c."id", c."visitor", c."referrer", c."country", c."region", c."city", c."device", c."browser", c."os", c."locale",
       c."utmSource", c."utmMedium", c."utmCampaign"
FROM "PendingHour" p, LATERAL (
  SELECT * FROM "Click" k
  WHERE k."linkId" = p."linkId" AND k."createdAt" BETWEEN p."firstClickedAt" AND p."lastClickedAt" AND k."batch" = p."batch" OFFSET 0
) c;

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
  SELECT "linkId", sum("clicks")::bigint AS "clicks", sum("firstDayClicks")::bigint AS "firstDayClicks", max("lastClickedAt") AS "lastClickedAt"
  FROM "PendingHour" GROUP BY "linkId"
) t ON t."linkId" = c."linkId";
