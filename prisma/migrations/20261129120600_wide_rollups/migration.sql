-- Nobody may aggregate between the new columns and the functions that count them.
SELECT pg_advisory_xact_lock(1718578276);

-- What the 32-bit columns have no room for. The version before goes on with those; no row is written anew.
ALTER TABLE "LinkHour" ADD COLUMN "moreClicks" BIGINT, ADD COLUMN "moreVisitors" BIGINT;
ALTER TABLE "LinkDay" ADD COLUMN "moreClicks" BIGINT, ADD COLUMN "moreVisitors" BIGINT;
ALTER TABLE "LinkDayLabel" ADD COLUMN "moreClicks" BIGINT;
ALTER TABLE "LinkMonthLabel" ADD COLUMN "moreClicks" BIGINT;

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
