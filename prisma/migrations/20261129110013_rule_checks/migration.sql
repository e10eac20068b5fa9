-- What the last checks of the addresses of a link's rules found, as LinkPreview has it of its destination.
CREATE TABLE "RuleCheck" (
    "linkId" INTEGER NOT NULL,
    "destination" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "health" TEXT NOT NULL,
    "failReason" TEXT,
    "brokenSince" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RuleCheck_pkey" PRIMARY KEY ("linkId","destination")
);

CREATE INDEX "RuleCheck_brokenSince_idx" ON "RuleCheck"("brokenSince");

ALTER TABLE "RuleCheck" ADD CONSTRAINT "RuleCheck_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "Link_rules_idx" ON "Link" ("updatedAt") WHERE "ios" IS NOT NULL OR "android" IS NOT NULL OR "geo" IS NOT NULL;

CREATE TRIGGER "RuleCheck_notify" AFTER UPDATE ON "RuleCheck" FOR EACH ROW
WHEN (OLD."brokenSince" IS NOT NULL OR NEW."brokenSince" IS NOT NULL) EXECUTE FUNCTION "notifyEdit"();
