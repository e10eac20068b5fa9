-- The labels of a link's day with few clicks: two texts, because a row each is ten times as large. Pairs are apart, because
-- those of all links are found by an index. "inMonth": whether LinkMonthLabel has them too.
CREATE TABLE "LinkDayPack" (
  "linkId" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "labels" TEXT,
  "pairs" TEXT,
  "inMonth" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "LinkDayPack_pkey" PRIMARY KEY ("linkId", "day")
) WITH (fillfactor = 85);
CREATE INDEX "LinkDayPack_apart_idx" ON "LinkDayPack" ("linkId", "day") WHERE NOT "inMonth";
CREATE INDEX "LinkDayPack_pairs_idx" ON "LinkDayPack" ("day", "inMonth") WHERE "pairs" IS NOT NULL;

-- The version before does not read them, and may still run or be gone back to. A later migration lets existing databases begin.
ALTER TABLE "RollupState" ADD COLUMN "packedSince" DATE NOT NULL DEFAULT '0001-01-01';
UPDATE "RollupState" SET "packedSince" = '9999-12-31' WHERE EXISTS (SELECT FROM "LinkDay");

CREATE FUNCTION "unpackLabels"("labels" text) RETURNS TABLE ("dimension" smallint, "label" text, "detail" text, "clicks" integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (ascii(e) - 64)::smallint, split_part(substr(e, 2), E'\x1f', 1), split_part(e, E'\x1f', 2), coalesce(nullif(split_part(e, E'\x1f', 3), ''), '1')::integer
  FROM unnest(string_to_array("labels", E'\x1e')) e
$$;

-- Does for these labels what countLabels does for rows. The aggregation appends to them.
CREATE FUNCTION "countPackedLabels"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "state" "RollupState";
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock(1718578276);
  END IF;
  SELECT * INTO "state" FROM "RollupState";
  EXECUTE format($sql$
    SELECT "addLabelTotals"(array_agg("day"), array_agg("dimension"), array_agg("label"), array_agg("detail"), array_agg("clicks")) FROM (
      SELECT "day", l."dimension", l."label", l."detail", sum("sign" * l."clicks")::bigint AS "clicks" FROM (%s) changed, LATERAL "unpackLabels"("labels") l
      WHERE ("linkId", "day") < ($1, $2) OR "linkId" > $3 GROUP BY 1, 2, 3, 4 HAVING sum("sign" * l."clicks") <> 0
    ) counted
  $sql$, CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT "linkId", "day", 1 AS "sign", concat_ws(E''\x1e'', "labels", "pairs") AS "labels" FROM added'
    WHEN 'DELETE' THEN 'SELECT "linkId", "day", -1 AS "sign", concat_ws(E''\x1e'', "labels", "pairs") AS "labels" FROM removed'
    ELSE 'SELECT "linkId", "day", c.* FROM added a JOIN removed r USING ("linkId", "day"),
      LATERAL (VALUES (a."labels", r."labels"), (a."pairs", r."pairs")) AS p("new", "old"), LATERAL (VALUES
        (1, CASE WHEN starts_with("new", "old") THEN substr("new", length("old") + 2) ELSE "new" END),
        (-1, CASE WHEN starts_with("new", "old") THEN NULL ELSE "old" END)
      ) AS c("sign", "labels") WHERE "new" IS DISTINCT FROM "old"'
  END) USING "state"."totalsLinkId", "state"."totalsDay", "state"."totalsEndLinkId";
  RETURN NULL;
END;
$$;

-- Packs go with their days, also if the version before removes these. Planned anew each time, for as many as there are.
CREATE FUNCTION "removePacks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'DELETE FROM "LinkDayPack" p USING removed r WHERE p."linkId" = r."linkId" AND p."day" = r."day"';
  RETURN NULL;
END;
$$;

CREATE TRIGGER "LinkDayPack_count_added" AFTER INSERT ON "LinkDayPack" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDayPack_count_changed" AFTER UPDATE ON "LinkDayPack" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDayPack_count_removed" AFTER DELETE ON "LinkDayPack" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDay_pack_removed" AFTER DELETE ON "LinkDay" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "removePacks"();
