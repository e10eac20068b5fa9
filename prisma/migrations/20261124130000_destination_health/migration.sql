-- Whether the destination of a link works, which its preview alone does not say: "health" is what the last check found
-- (reachable, refusing, broken, unknown), "brokenSince" the first of consecutive checks that found it broken.
ALTER TABLE "LinkPreview" ADD COLUMN "health" TEXT, ADD COLUMN "brokenSince" TIMESTAMPTZ(3);

CREATE INDEX "LinkPreview_brokenSince_idx" ON "LinkPreview"("brokenSince");
