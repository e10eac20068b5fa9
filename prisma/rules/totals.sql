-- Totals over all links, kept with the rows that they are the sum of, whoever writes those: lib/stats/sources reads them,
-- lib/stats/aggregate writes the rows. They make the statistics of all links as fast as those of one.

-- Adds counts, which may be negative, to both tables. Rows are locked in the order of the key, so that concurrent writers do
-- not deadlock. What was counted under Other is subtracted there.
CREATE OR REPLACE FUNCTION "addLabelTotalsTo"("into" text, "per" text, date[], smallint[], text[], text[], bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF 0 < ANY($7) THEN
    EXECUTE format($sql$
      WITH labelled AS MATERIALIZED (
        SELECT c.*, (
          SELECT true FROM %1$I k WHERE k."dimension" = c."dimension" AND k.%2$I = c."period" AND k."label" = c."label" AND k."detail" = c."detail"
        ) AS "isKnown"
        FROM unnest($1, $2, $3, $4, $5) AS c("period", "dimension", "label", "detail", "clicks") WHERE c."clicks" > 0
      ), fresh AS MATERIALIZED (
        SELECT *, row_number() OVER (PARTITION BY "dimension", "period" ORDER BY "clicks" DESC, "label", "detail") AS "place"
        FROM labelled WHERE "isKnown" IS NULL
      ), roomy AS MATERIALIZED (
        SELECT *, max(CASE WHEN "place" = 1 THEN 1000 - (
          SELECT count(*) FROM (SELECT FROM %1$I k WHERE k."dimension" = f."dimension" AND k.%2$I = f."period" LIMIT 1000) taken
        ) END) OVER (PARTITION BY "dimension", "period") AS "left"
        FROM fresh f
      )
      INSERT INTO %1$I AS t ("dimension", %2$I, "label", "detail", "clicks")
      SELECT "dimension", "period", "label", "detail", sum("clicks") FROM (
        SELECT "dimension", "period", "label", "detail", "clicks" FROM labelled WHERE "isKnown"
        UNION ALL
        SELECT "dimension", "period", CASE WHEN "place" <= "left" THEN "label" ELSE 'Other' END,
               CASE WHEN "place" <= "left" THEN "detail" ELSE "otherDetail"("dimension") END, "clicks"
        FROM roomy
      ) settled GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT ("dimension", %2$I, "label", "detail") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    $sql$, "into", "per") USING $3, $4, $5, $6, $7;
  END IF;
  IF 0 > ANY($7) THEN
    EXECUTE format($sql$
      WITH change AS MATERIALIZED (
        SELECT "dimension", "period", "label", "detail", -"clicks" AS "clicks"
        FROM unnest($1, $2, $3, $4, $5) AS c("period", "dimension", "label", "detail", "clicks") WHERE c."clicks" < 0
      ), wanted AS MATERIALIZED (
        SELECT "dimension", "period", "label", "detail" FROM change
        UNION SELECT "dimension", "period", 'Other', "otherDetail"("dimension") FROM change
      ), locked AS MATERIALIZED (
        SELECT t.* FROM wanted w JOIN %1$I t ON t."dimension" = w."dimension" AND t.%2$I = w."period" AND t."label" = w."label" AND t."detail" = w."detail"
        ORDER BY t."dimension", t.%2$I, t."label", t."detail" FOR UPDATE OF t
      ), split AS MATERIALIZED (
        SELECT c.*, least(c."clicks", coalesce(l."clicks", 0)) AS "own" FROM change c LEFT JOIN locked l
          ON l."dimension" = c."dimension" AND l.%2$I = c."period" AND l."label" = c."label" AND l."detail" = c."detail"
      ), taken AS (
        SELECT "dimension", "period", "label", "detail", sum("clicks") AS "clicks" FROM (
          SELECT "dimension", "period", "label", "detail", "own" AS "clicks" FROM split
          UNION ALL SELECT "dimension", "period", 'Other', "otherDetail"("dimension"), "clicks" - "own" FROM split
        ) parts GROUP BY 1, 2, 3, 4
      )
      UPDATE %1$I t SET "clicks" = t."clicks" - k."clicks" FROM taken k
      WHERE t."dimension" = k."dimension" AND t.%2$I = k."period" AND t."label" = k."label" AND t."detail" = k."detail" AND k."clicks" > 0
    $sql$, "into", "per") USING $3, $4, $5, $6, $7;
    EXECUTE format($sql$
      DELETE FROM %1$I t USING unnest($1, $2, $3, $4, $5) AS c("period", "dimension", "label", "detail", "clicks")
      WHERE t."dimension" = c."dimension" AND t.%2$I = c."period" AND t."label" = c."label" AND t."detail" = c."detail" AND t."clicks" = 0
    $sql$, "into", "per") USING $3, $4, $5, $6, $7;
  END IF;
END;
$$;

-- The second label of Other in a dimension of pairs. A function that is not safe keeps a report that names it to one process.
CREATE OR REPLACE FUNCTION "otherDetail"("dimension" smallint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN "dimension" IN (12, 13, 14) THEN 'Other' ELSE '' END
$$;

CREATE OR REPLACE FUNCTION "addLabelTotals"("days" date[], "dimensions" smallint[], "labels" text[], "details" text[], "counts" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF "days" IS NULL THEN RETURN; END IF;
  PERFORM "addLabelTotalsTo"('DayLabelTotal', 'day', "days", "dimensions", "labels", "details", "counts");
  PERFORM "addLabelTotalsTo"('MonthLabelTotal', 'month', array_agg("month"), array_agg("dimension"), array_agg("label"), array_agg("detail"), array_agg("clicks"))
  FROM (
    SELECT date_trunc('month', "day"::timestamp)::date AS "month", "dimension", "label", "detail", sum("clicks")::bigint AS "clicks"
    FROM unnest("days", "dimensions", "labels", "details", "counts") AS c("day", "dimension", "label", "detail", "clicks") GROUP BY 1, 2, 3, 4
  ) months;
END;
$$;

-- Triggers on the roll-ups of links keep the totals right, whatever writes these: an aggregation by the version before, or
-- the removal of a deleted link. Both may change the same totals, so a removal takes the aggregation lock here, before it
-- locks any of these.
CREATE OR REPLACE FUNCTION "countLabels"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "state" "RollupState";
  "columns" text := '"linkId", "day", "dimension", "label", "detail"';
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock(1718578276);
  END IF;
  SELECT * INTO "state" FROM "RollupState";
  EXECUTE format($sql$
    SELECT "addLabelTotals"(array_agg("day"), array_agg("dimension"), array_agg("label"), array_agg("detail"), array_agg("clicks")) FROM (
      SELECT "day", "dimension", "label", "detail", sum("clicks")::bigint AS "clicks" FROM (%s) changed
      WHERE ("linkId", "day") < ($1, $2) OR "linkId" > $3 GROUP BY 1, 2, 3, 4 HAVING sum("clicks") <> 0
    ) counted
  $sql$, concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT %s, "clicks" + coalesce("moreClicks", 0) AS "clicks" FROM added', "columns") END,
    CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT %s, -"clicks" - coalesce("moreClicks", 0) AS "clicks" FROM removed', "columns") END
  )) USING "state"."totalsLinkId", "state"."totalsDay", "state"."totalsEndLinkId";
  RETURN NULL;
END;
$$;

-- The labels of a link's day with few clicks, in LinkDayPack.
CREATE OR REPLACE FUNCTION "unpackLabels"("labels" text) RETURNS TABLE ("dimension" smallint, "label" text, "detail" text, "clicks" integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (ascii(e) - 64)::smallint, split_part(substr(e, 2), E'\x1f', 1), split_part(e, E'\x1f', 2), coalesce(nullif(split_part(e, E'\x1f', 3), ''), '1')::integer
  FROM unnest(string_to_array("labels", E'\x1e')) e
$$;

-- Does for these labels what countLabels does for rows. The aggregation appends to them.
CREATE OR REPLACE FUNCTION "countPackedLabels"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE FUNCTION "removePacks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'DELETE FROM "LinkDayPack" p USING removed r WHERE p."linkId" = r."linkId" AND p."day" = r."day"';
  RETURN NULL;
END;
$$;

-- Whoever writes these tables holds the aggregation lock. Sums of earlier days may be kept, until late clicks change them.
CREATE OR REPLACE FUNCTION "countVisitors"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "per" text := TG_ARGV[0];
  "state" "RollupState";
BEGIN
  SELECT * INTO "state" FROM "RollupState";
  EXECUTE format($sql$
    INSERT INTO %1$s SELECT %2$I, %3$s, sum("visitors") FROM (%4$s) changed
    WHERE ("linkId", %2$I) < ($1, %6$s) OR "linkId" > $3 GROUP BY 1 HAVING sum("visitors") <> 0 ORDER BY 1
    ON CONFLICT %5$s DO UPDATE SET "visitors" = t."visitors" + excluded."visitors"
  $sql$,
    CASE "per" WHEN 'day' THEN '"DayTotal" AS t ("day", "slot", "visitors")' ELSE '"HourTotal" AS t ("hour", "clicks", "visitors")' END, "per", 0,
    concat_ws(' UNION ALL ',
      CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT "linkId", %I, "visitors" + coalesce("moreVisitors", 0) AS "visitors" FROM added', "per") END,
      CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT "linkId", %I, -"visitors" - coalesce("moreVisitors", 0) AS "visitors" FROM removed', "per") END
    ),
    CASE "per" WHEN 'day' THEN '("day", "slot")' ELSE '("hour")' END,
    CASE "per" WHEN 'day' THEN '$2' ELSE '$2::timestamp AT TIME ZONE ''UTC''' END
  ) USING "state"."totalsLinkId", "state"."totalsDay", "state"."totalsEndLinkId";
  IF "per" = 'day' AND TG_OP <> 'DELETE' THEN
    UPDATE "RollupState" SET "settledVersion" = "settledVersion" + 1 WHERE EXISTS (SELECT FROM added WHERE "day" < "visitorsSince");
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE FUNCTION "addFirstDays"("slot" integer, "clicks" bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "DayTotal" AS t ("day", "slot", "firstDayClicks") SELECT (now() AT TIME ZONE 'UTC')::date, $1, $2 WHERE $2 <> 0
  ON CONFLICT ("day", "slot") DO UPDATE SET "firstDayClicks" = t."firstDayClicks" + excluded."firstDayClicks"
$$;

-- Only the aggregation deletes batches. It has locked the counters of links that still exist.
CREATE OR REPLACE FUNCTION "countFirstDays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "addFirstDays"(0, sum(a."firstDayClicks")::bigint) FROM (
    SELECT u."linkId", sum(u."firstDayClicks") AS "firstDayClicks"
    FROM removed r, unnest(r."linkIds", r."firstDayClicks") AS u("linkId", "firstDayClicks")
    WHERE u."firstDayClicks" > 0 GROUP BY 1 OFFSET 0
  ) a WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = a."linkId");
  RETURN NULL;
END;
$$;

-- Counters begin at zero. A backend that deletes some keeps to one of four slots, which nothing else writes, and locks one row of it.
CREATE OR REPLACE FUNCTION "countDeletedFirstDays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "addFirstDays"(9 + pg_backend_pid() % 4, -sum("firstDayClicks")::bigint) FROM removed;
  RETURN NULL;
END;
$$;

-- Links by the day of their creation. A backend keeps to one of four slots, so that few creations wait for one another.
CREATE OR REPLACE FUNCTION "countCreatedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DayTotal" AS t ("day", "slot", "links")
  SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5 + pg_backend_pid() % 4, count(*) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT ("day", "slot") DO UPDATE SET "links" = t."links" + excluded."links";
  RETURN NULL;
END;
$$;

CREATE OR REPLACE FUNCTION "countDeletedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DayTotal" AS t ("day", "slot", "links")
  SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5 + pg_backend_pid() % 4, -count(*) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT ("day", "slot") DO UPDATE SET "links" = t."links" + excluded."links";
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_count_created" AFTER INSERT ON "Link" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countCreatedLinks"();
CREATE TRIGGER "Link_count_deleted" AFTER DELETE ON "Link" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countDeletedLinks"();
CREATE TRIGGER "LinkDayLabel_count_added" AFTER INSERT ON "LinkDayLabel" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countLabels"();
CREATE TRIGGER "LinkDayLabel_count_changed" AFTER UPDATE ON "LinkDayLabel" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countLabels"();
CREATE TRIGGER "LinkDayLabel_count_removed" AFTER DELETE ON "LinkDayLabel" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countLabels"();
CREATE TRIGGER "LinkDay_count_added" AFTER INSERT ON "LinkDay" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countVisitors"('day');
CREATE TRIGGER "LinkDay_count_changed" AFTER UPDATE ON "LinkDay" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countVisitors"('day');
CREATE TRIGGER "LinkDay_count_removed" AFTER DELETE ON "LinkDay" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countVisitors"('day');
CREATE TRIGGER "LinkDayPack_count_added" AFTER INSERT ON "LinkDayPack" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDayPack_count_changed" AFTER UPDATE ON "LinkDayPack" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDayPack_count_removed" AFTER DELETE ON "LinkDayPack" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countPackedLabels"();
CREATE TRIGGER "LinkDay_pack_removed" AFTER DELETE ON "LinkDay" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "removePacks"();
CREATE TRIGGER "LinkHour_count_added" AFTER INSERT ON "LinkHour" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countVisitors"('hour');
CREATE TRIGGER "LinkHour_count_changed" AFTER UPDATE ON "LinkHour" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countVisitors"('hour');
CREATE TRIGGER "LinkHour_count_removed" AFTER DELETE ON "LinkHour" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countVisitors"('hour');
CREATE TRIGGER "ClickBatch_count_removed" AFTER DELETE ON "ClickBatch" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countFirstDays"();
CREATE TRIGGER "LinkCounter_count_removed" AFTER DELETE ON "LinkCounter" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countDeletedFirstDays"();
