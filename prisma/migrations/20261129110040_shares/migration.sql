-- Pages with statistics for others.
-- CreateTable
CREATE TABLE "Share" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "linkId" INTEGER,
    "tagId" INTEGER,
    "campaign" TEXT,
    "linkIds" INTEGER[],
    "cards" TEXT[],
    "days" INTEGER,
    "from" DATE,
    "to" DATE,
    "csv" BOOLEAN NOT NULL,
    "passwordHash" TEXT,
    "ownerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "lastOpenedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Share_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Share_hash_key" ON "Share"("hash");

-- CreateIndex
CREATE INDEX "Share_linkId_idx" ON "Share"("linkId");

-- CreateIndex
CREATE INDEX "Share_tagId_idx" ON "Share"("tagId");

-- CreateIndex
CREATE INDEX "Share_ownerId_idx" ON "Share"("ownerId");

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_tagId_fkey" FOREIGN KEY ("tagId") REFERENCES "Tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
