-- The further host by which a click came. Null for every other host, and for clicks from before.
ALTER TABLE "Click" ADD COLUMN "domain" TEXT;
