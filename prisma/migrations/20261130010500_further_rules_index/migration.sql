-- For the checks of destinations, beside Link_rules_idx. Visits and clicks go on while all links are read for it, so this is not in the
-- migration that adds the columns, whose lock stops them.
CREATE INDEX "Link_further_rules_idx" ON "Link" ("updatedAt") WHERE "languages" IS NOT NULL OR "schedule" IS NOT NULL;
