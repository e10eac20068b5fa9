-- Nobody may aggregate between the new column and the triggers that count it.
SELECT pg_advisory_xact_lock(1718578276);

-- Pairs are apart, because those of all links are found by an index.
ALTER TABLE "LinkDay" ADD COLUMN "labels" TEXT, ADD COLUMN "pairs" TEXT;
CREATE INDEX "LinkDay_pairs_idx" ON "LinkDay" ("day") WHERE "pairs" IS NOT NULL;

-- The version before does not read them. So they begin when it should not run any more.
ALTER TABLE "RollupState" ADD COLUMN "packedSince" DATE NOT NULL DEFAULT '0001-01-01';
UPDATE "RollupState" SET "packedSince" = (now() AT TIME ZONE 'UTC')::date + 2 WHERE EXISTS (SELECT FROM "LinkDay");

-- The labels of a link's day with few clicks, in LinkDay."labels" and "pairs": one text, because a row each is ten times as large.
CREATE FUNCTION "unpackLabels"("labels" text) RETURNS TABLE ("dimension" smallint, "label" text, "detail" text, "clicks" integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (ascii(e) - 64)::smallint, split_part(substr(e, 2), E'\x1f', 1), split_part(e, E'\x1f', 2), coalesce(nullif(split_part(e, E'\x1f', 3), ''), '1')::integer
  FROM unnest(string_to_array("labels", E'\x1e')) e
$$;

-- Does for these labels what countLabels does for rows. The aggregation appends to them.
CREATE FUNCTION "countPackedLabels"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "state" "RollupState";
BEGIN
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

CREATE TRIGGER "LinkDay_pack_added" AFTER INSERT ON "LinkDay" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDay_pack_changed" AFTER UPDATE ON "LinkDay" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDay_pack_removed" AFTER DELETE ON "LinkDay" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
