-- When a receiver gets the weekly digest. Null in rows of earlier versions: Monday at 8 in UTC.
ALTER TABLE "Receiver" ADD COLUMN "digest" JSONB;
