-- Filters by campaign and channel find text whatever its case and its spelling in Unicode, as the search does: values in ASCII alone by the
-- indexes that are there, the others by these, which are small, or empty.
CREATE INDEX IF NOT EXISTS "LinkPlace_folded_source_idx" ON "LinkPlace" ("foldText"("source")) WHERE octet_length("source") <> length("source");
CREATE INDEX IF NOT EXISTS "LinkPlace_folded_medium_idx" ON "LinkPlace" ("foldText"("medium")) WHERE octet_length("medium") <> length("medium");
CREATE INDEX IF NOT EXISTS "LinkPlace_folded_campaign_idx" ON "LinkPlace" ("foldText"("campaign")) WHERE octet_length("campaign") <> length("campaign");
