-- Finds the raw clicks of single hours over all links. Clicks are stored in the order of time, so a block range index is small and
-- costs an insert next to nothing. `autosummarize` brings it up to date while a month fills.
CREATE INDEX "Click_createdAt_idx" ON ONLY "Click" USING BRIN ("createdAt") WITH (pages_per_range = 32, autosummarize = on);

-- Builds the index of one partition and attaches it. Clicks of its month wait meanwhile.
CREATE FUNCTION "indexClickTimes"("partition" regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "name" text := (SELECT "relname" || '_createdAt_idx' FROM pg_class WHERE "oid" = "partition");
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('indexClickTimes'));
  IF EXISTS (
    SELECT FROM pg_index x JOIN pg_inherits i ON i."inhrelid" = x."indexrelid"
    WHERE x."indrelid" = "partition" AND i."inhparent" = '"Click_createdAt_idx"'::regclass
  ) THEN RETURN; END IF;
  EXECUTE format('CREATE INDEX %I ON %s USING BRIN ("createdAt") WITH (pages_per_range = 32, autosummarize = on)', "name", "partition");
  EXECUTE format('ALTER INDEX "Click_createdAt_idx" ATTACH PARTITION %I', "name");
END;
$$;

-- Larger partitions would take too long here: housekeeping indexes them later (lib/visits/click-months.ts).
SELECT "indexClickTimes"("inhrelid") FROM pg_inherits
WHERE "inhparent" = '"Click"'::regclass AND pg_relation_size("inhrelid") < 64 * 1024 * 1024;
