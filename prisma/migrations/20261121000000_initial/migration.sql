-- Search by substring. A trusted extension: the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "Link" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LinkCounter" (
    "linkId" INTEGER NOT NULL,
    "clickCount" BIGINT NOT NULL DEFAULT 0,
    "firstDayClicks" BIGINT NOT NULL DEFAULT 0,
    "lastClickedAt" TIMESTAMPTZ(3),
    "botHitCount" BIGINT NOT NULL DEFAULT 0,
    "ogFetchFailCount" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "LinkCounter_pkey" PRIMARY KEY ("linkId")
);

-- CreateTable
CREATE TABLE "Click" (
    "id" UUID NOT NULL,
    "linkId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "visitor" BYTEA NOT NULL,
    "referrer" TEXT,
    "country" TEXT,
    "region" TEXT,
    "city" TEXT,
    "device" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "os" TEXT NOT NULL,
    "locale" TEXT,
    "utmSource" TEXT,
    "utmMedium" TEXT,
    "utmCampaign" TEXT,

    CONSTRAINT "Click_pkey" PRIMARY KEY ("linkId","createdAt","id")
);

-- CreateTable
CREATE TABLE "UncountedVisit" (
    "linkId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UncountedVisit_pkey" PRIMARY KEY ("linkId","day","kind","name")
);

-- CreateTable
CREATE TABLE "DailySalt" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "DailySalt_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE UNIQUE INDEX "Link_slug_key" ON "Link"("slug");

-- CreateIndex
CREATE INDEX "Link_createdAt_id_idx" ON "Link"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Link_search_idx" ON "Link" USING GIN ("slug" gin_trgm_ops, "url" gin_trgm_ops, "title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "Click_createdAt_idx" ON "Click" USING BRIN ("createdAt");

-- AddForeignKey
ALTER TABLE "LinkCounter" ADD CONSTRAINT "LinkCounter_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counters are updated in place (HOT): room is left in every page for the next version of a row.
ALTER TABLE "LinkCounter" SET (fillfactor = 50);
