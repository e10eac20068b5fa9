-- How many links contain each text of one or two characters: no index counts the matches of a text that many links contain.
-- lib/stats/list/short-texts.ts reads both tables. Whoever writes a link adds a row of changes, so that writers never wait for one
-- another; now and then one of them adds these up.

-- The texts, each once, as searches compare them. Values that are not ASCII alone have them as written, too, as far as these are
-- ASCII. Regular expressions and text search make and sort pairs of characters faster than SQL.
CREATE OR REPLACE FUNCTION "shortTexts"("slug" text, "url" text, "title" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT tsvector_to_array(array_to_tsvector(array_remove(
    string_to_array("text", NULL) || string_to_array(regexp_replace("text", '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr("text", 2), '(..)', E'\\1\x01', 'g'), E'\x01'), ''
  ))) FROM (
    SELECT CASE WHEN octet_length("all") = length("all") THEN lower("all" COLLATE "C")
      ELSE concat_ws(E'\n', regexp_replace(lower("all" COLLATE "C"), '[^\x01-\x7f]', E'\n', 'g'), "foldText"("all")) END AS "text"
    FROM (SELECT concat_ws(E'\n', "slug", "url", "title") AS "all") t OFFSET 0
  ) c
);

-- Another writer may be adding up, or this one may have a snapshot from before it: then a later one does.
CREATE OR REPLACE FUNCTION "settleShortTexts"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(1936225396) THEN RETURN; END IF;
  WITH settled AS (DELETE FROM "ShortTextChange" RETURNING *)
  INSERT INTO "ShortText" AS t ("text", "enabled", "links")
  SELECT u."text", u."enabled", sum(u."links") FROM settled s, unnest(s."texts", s."enabled", s."counts") AS u("text", "enabled", "links")
  GROUP BY 1, 2 HAVING sum(u."links") <> 0
  ON CONFLICT ("text", "enabled") DO UPDATE SET "links" = t."links" + excluded."links";
END;
$$;

CREATE OR REPLACE FUNCTION "countShortTexts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "written" bigint;
BEGIN
  EXECUTE format($sql$
    INSERT INTO "ShortTextChange" ("texts", "enabled", "counts")
    SELECT array_agg("text"), array_agg("enabled"), array_agg("links") FROM (
      SELECT s."text", c."enabled", sum(c."links")::int AS "links"
      FROM (%s) c, unnest("shortTexts"(c."slug", c."url", c."title")) AS s("text")
      GROUP BY 1, 2 HAVING sum(c."links") <> 0
    ) changed HAVING count(*) > 0 RETURNING "id"
  $sql$, CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT "slug", "url", "title", "enabled", 1 AS "links" FROM added'
    WHEN 'DELETE' THEN 'SELECT "slug", "url", "title", "enabled", -1 AS "links" FROM removed'
    ELSE 'SELECT v.* FROM added n JOIN removed o USING ("id"), LATERAL (
        VALUES (n."slug", n."url", n."title", n."enabled", 1), (o."slug", o."url", o."title", o."enabled", -1)
      ) AS v("slug", "url", "title", "enabled", "links")
      WHERE (n."slug", n."url", n."title", n."enabled") IS DISTINCT FROM (o."slug", o."url", o."title", o."enabled")' END
  ) INTO "written";
  IF "written" % 64 = 0 THEN PERFORM "settleShortTexts"(); END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_short_texts_added" AFTER INSERT ON "Link" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countShortTexts"();
CREATE TRIGGER "Link_short_texts_changed" AFTER UPDATE ON "Link" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countShortTexts"();
CREATE TRIGGER "Link_short_texts_removed" AFTER DELETE ON "Link" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countShortTexts"();
