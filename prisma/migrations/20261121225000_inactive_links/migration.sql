-- Links that are not active are few: they are found and counted without reading all.
CREATE INDEX IF NOT EXISTS "Link_disabled_idx" ON "Link" ("id") WHERE NOT "enabled";
CREATE INDEX IF NOT EXISTS "Link_expiring_idx" ON "Link" ("expiresAt") WHERE "enabled" AND "expiresAt" IS NOT NULL;
