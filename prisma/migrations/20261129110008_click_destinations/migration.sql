-- To which of its addresses a link led a click: a platform or a country code. Null for "url", and for clicks from before.
ALTER TABLE "Click" ADD COLUMN "destination" TEXT;
