-- A private note of the owners on a link, which no visitor sees.
ALTER TABLE "Link" ADD COLUMN "note" TEXT;

-- The dashboard searches notes, too. Links without one are not part of it.
CREATE INDEX "Link_note_idx" ON "Link" USING GIN ("note" gin_trgm_ops) WHERE "note" IS NOT NULL;
