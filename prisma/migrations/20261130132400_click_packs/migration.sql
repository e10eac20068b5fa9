-- The clicks of a batch as one row, until they are moved to Click. The previous version stores them there itself; both forms are aggregated.
CREATE TABLE "ClickPack" (
    "id" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "size" INTEGER NOT NULL,
    "clickId" UUID[],
    "linkId" INTEGER[],
    "createdAt" TIMESTAMPTZ(3)[],
    "isFirstDay" BOOLEAN[],
    "visitor" BYTEA[],
    "referrer" TEXT[],
    "country" TEXT[],
    "region" TEXT[],
    "city" TEXT[],
    "device" TEXT[],
    "browser" TEXT[],
    "os" TEXT[],
    "locale" TEXT[],
    "utmSource" TEXT[],
    "utmMedium" TEXT[],
    "utmCampaign" TEXT[],
    "destination" TEXT[],
    "domain" TEXT[],
    "alias" TEXT[],

    CONSTRAINT "ClickPack_pkey" PRIMARY KEY ("id")
);

-- Rows live for a second: dead ones are cleared early, by count and not by share.
ALTER TABLE "ClickPack" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 2000, toast.autovacuum_vacuum_insert_scale_factor = 0);

-- Packed clicks as rows of Click, but for what no number counts: those of deleted links, and of visitors who are set aside.
CREATE VIEW "PackedClick" AS
SELECT u."createdAt", p."id" AS "batch", u."linkId", u."id", u."visitor", u."referrer", u."country", u."region", u."city", u."device", u."browser", u."os",
       u."locale", u."utmSource", u."utmMedium", u."utmCampaign", u."destination", u."domain", u."alias"
FROM "ClickPack" p, unnest(
  p."clickId", p."linkId", p."createdAt", p."visitor", p."referrer", p."country", p."region", p."city", p."device", p."browser", p."os", p."locale",
  p."utmSource", p."utmMedium", p."utmCampaign", p."destination", p."domain", p."alias"
) AS u("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
  "utmSource", "utmMedium", "utmCampaign", "destination", "domain", "alias")
WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = u."linkId") AND NOT EXISTS (
  SELECT FROM "SetAside" s
  WHERE s."linkId" = u."linkId" AND s."visitor" = u."visitor" AND s."day" = (u."createdAt" AT TIME ZONE 'UTC')::date AND s."undoneAt" IS NULL
);

-- Every stored click.
CREATE VIEW "StoredClick" AS
SELECT "createdAt", "batch", "linkId", "id", "visitor", "referrer", "country", "region", "city", "device", "browser", "os",
       "locale", "utmSource", "utmMedium", "utmCampaign", "destination", "domain", "alias" FROM "Click"
UNION ALL SELECT * FROM "PackedClick";

-- Batches that are not aggregated yet, packed or not, with an entry for each of their links, or several.
CREATE VIEW "PendingBatch" AS
SELECT "id", "size", (SELECT min(t) FROM unnest("firstClickedAts") t) AS "since", "linkIds", "clicks" FROM "ClickBatch"
UNION ALL SELECT "id", "size", "since", "linkId", array_fill(1, ARRAY["size"]) FROM "ClickPack";

-- What they add to a link in one hour.
CREATE OR REPLACE VIEW "PendingHour" AS
SELECT b."id" AS "batch", u.*
FROM "ClickBatch" b, unnest(b."linkIds", b."clicks", b."firstDayClicks", b."firstClickedAts", b."lastClickedAts")
  AS u("linkId", "clicks", "firstDayClicks", "firstClickedAt", "lastClickedAt")
UNION ALL
SELECT p."id", u."linkId", 1, u."isFirstDay"::int, u."createdAt", u."createdAt"
FROM "ClickPack" p, unnest(p."linkId", p."isFirstDay", p."createdAt", p."visitor") AS u("linkId", "isFirstDay", "createdAt", "visitor")
WHERE NOT EXISTS (
  SELECT FROM "SetAside" s
  WHERE s."linkId" = u."linkId" AND s."visitor" = u."visitor" AND s."day" = (u."createdAt" AT TIME ZONE 'UTC')::date AND s."undoneAt" IS NULL
);

-- Clicks by an alias, packed ones included.
CREATE VIEW "AliasTotals" AS
SELECT a."slug", coalesce(sum(c."clicks"), 0)::bigint AS "clicks", max(c."lastClickedAt") AS "lastClickedAt"
FROM "Alias" a LEFT JOIN (
  SELECT "slug", NULL AS "linkId", "clicks", "lastClickedAt" FROM "AliasCount"
  UNION ALL SELECT "alias", "linkId", 1, "createdAt" FROM "PackedClick" WHERE "alias" IS NOT NULL
) c ON c."slug" = a."slug" AND coalesce(c."linkId", a."linkId") = a."linkId"
GROUP BY a."slug";
