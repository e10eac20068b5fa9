-- Find links by the channels that they are shared in. Channels cannot be added to links meanwhile; visits and clicks go on.
CREATE INDEX IF NOT EXISTS "LinkPlace_source_lower_idx" ON "LinkPlace" (lower("source"));
CREATE INDEX IF NOT EXISTS "LinkPlace_medium_lower_idx" ON "LinkPlace" (lower("medium"));
CREATE INDEX IF NOT EXISTS "LinkPlace_campaign_lower_idx" ON "LinkPlace" (lower("campaign"));
