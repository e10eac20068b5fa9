-- The version before may still run, or be gone back to, also where none of its clicks were aggregated yet.
UPDATE "RollupState" SET "packedSince" = '9999-12-31' WHERE EXISTS (SELECT FROM "Link") AND NOT EXISTS (SELECT FROM "LinkDayPack");
