-- Few links have one: they are found and counted without reading all. A million links take about a second, in which links cannot be
-- edited. Visits and clicks go on, so this is not in the migration that adds the columns, whose lock stops them.
CREATE INDEX "Link_limited_idx" ON "Link" ("id") WHERE "maxClicks" IS NOT NULL;
CREATE INDEX "Link_scheduled_idx" ON "Link" ("startsAt") WHERE "startsAt" IS NOT NULL;
CREATE INDEX "Link_protected_idx" ON "Link" ("id") WHERE "passwordHash" IS NOT NULL;
