-- 1.1.0 reads packed labels, so databases from before it may have them, too. Not yet today: 1.0 may still be running.
UPDATE "RollupState" SET "packedSince" = (now() AT TIME ZONE 'UTC')::date + 2 WHERE "packedSince" = '9999-12-31';
