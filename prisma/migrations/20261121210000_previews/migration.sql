-- CreateTable
CREATE TABLE "LinkPreview" (
    "linkId" INTEGER NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "image" TEXT,
    "siteName" TEXT,
    "fetchedAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3),
    "failReason" TEXT,
    "failingSince" TIMESTAMPTZ(3),
    "claimedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "LinkPreview_pkey" PRIMARY KEY ("linkId")
);

-- CreateIndex
CREATE INDEX "LinkPreview_failingSince_idx" ON "LinkPreview"("failingSince");

-- AddForeignKey
ALTER TABLE "LinkPreview" ADD CONSTRAINT "LinkPreview_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A link with another destination starts anew, whoever changes it.
CREATE FUNCTION "forgetPreview"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "LinkPreview" WHERE "linkId" = NEW."id";
  UPDATE "LinkCounter" SET "ogFetchFailCount" = 0 WHERE "linkId" = NEW."id" AND "ogFetchFailCount" <> 0;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_forget_preview" AFTER UPDATE OF "url" ON "Link"
FOR EACH ROW WHEN (OLD."url" IS DISTINCT FROM NEW."url") EXECUTE FUNCTION "forgetPreview"();
