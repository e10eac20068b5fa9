-- For IGNORE_CASE. Slugs are ASCII, and the collation says so: that of a Turkish database would lower I to a dotless i. A
-- million links take about a second, in which links cannot be edited. Visits and clicks go on.
CREATE INDEX IF NOT EXISTS "Link_slug_without_case_idx" ON "Link" (lower("slug" COLLATE "C"));
CREATE INDEX IF NOT EXISTS "Alias_slug_without_case_idx" ON "Alias" (lower("slug" COLLATE "C"));
