-- CreateTable
CREATE TABLE "DismissedItem" (
    "ownerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "dismissedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DismissedItem_pkey" PRIMARY KEY ("ownerId","key"),
    CONSTRAINT "DismissedItem_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The highlights ask which apps fetched a preview lately. Only the first fetch of a link, day and app adds an entry.
CREATE INDEX IF NOT EXISTS "UncountedVisit_fetched_idx" ON "UncountedVisit" ("firstSeenAt" DESC) WHERE "kind" = 'unfurler';
