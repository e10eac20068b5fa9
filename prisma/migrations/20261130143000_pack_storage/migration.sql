-- Autovacuum keeps the file of packs, because to cut it off it locks out whoever stores clicks. Housekeeping does so when it is large.
ALTER TABLE "ClickPack" SET (vacuum_truncate = off, toast.vacuum_truncate = off);

-- Statistics of the planner would keep values after their rows, those of visitors too, and no plan needs them.
DO $$
DECLARE "name" name;
BEGIN
  FOR "name" IN SELECT attname FROM pg_attribute WHERE attrelid = '"ClickPack"'::regclass AND attnum > 0 AND attndims > 0 LOOP
    EXECUTE format('ALTER TABLE "ClickPack" ALTER COLUMN %I SET STATISTICS 0', "name");
  END LOOP;
END $$;

-- The same, and "links": those of the pack, by which readers of few links pass over others before they are unnested.
CREATE OR REPLACE VIEW "PackedClick" AS
SELECT u."createdAt", p."id" AS "batch", u."linkId", u."id", u."visitor", u."referrer", u."country", u."region", u."city", u."device", u."browser", u."os",
       u."locale", u."utmSource", u."utmMedium", u."utmCampaign", u."destination", u."domain", u."alias", p."linkId" AS "links"
FROM "ClickPack" p, unnest(
  p."clickId", p."linkId", p."createdAt", p."visitor", p."referrer", p."country", p."region", p."city", p."device", p."browser", p."os", p."locale",
  p."utmSource", p."utmMedium", p."utmCampaign", p."destination", p."domain", p."alias"
) AS u("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
  "utmSource", "utmMedium", "utmCampaign", "destination", "domain", "alias")
WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = u."linkId") AND NOT EXISTS (
  SELECT FROM "SetAside" s
  WHERE s."linkId" = u."linkId" AND s."visitor" = u."visitor" AND s."day" = (u."createdAt" AT TIME ZONE 'UTC')::date AND s."undoneAt" IS NULL
);

-- The same, without packs that only keep a replayed batch from being stored again: those stay for an hour.
CREATE OR REPLACE VIEW "PendingBatch" AS
SELECT "id", "size", (SELECT min(t) FROM unnest("firstClickedAts") t) AS "since", "linkIds", "clicks" FROM "ClickBatch"
UNION ALL SELECT "id", "size", "since", "linkId", array_fill(1, ARRAY["size"]) FROM "ClickPack" WHERE "size" > 0;
