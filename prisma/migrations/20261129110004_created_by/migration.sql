-- Who created a link. Null for those from before, and for what the previous version creates.
ALTER TABLE "Link" ADD COLUMN "createdBy" TEXT;

CREATE INDEX "Link_createdBy_idx" ON "Link"("createdBy");
