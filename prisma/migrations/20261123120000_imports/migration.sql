-- Clicks that another shortener counted before the link was imported. Null for all other links.
ALTER TABLE "Link" ADD COLUMN "importedClicks" BIGINT;

CREATE TABLE "LinkImport" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "created" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "LinkImport_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ImportedLink" (
    "linkId" INTEGER NOT NULL,
    "importId" UUID NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ImportedLink_pkey" PRIMARY KEY ("linkId"),
    CONSTRAINT "ImportedLink_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ImportedLink_importId_fkey" FOREIGN KEY ("importId") REFERENCES "LinkImport"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "ImportedLink_importId_linkId_idx" ON "ImportedLink"("importId", "linkId");
