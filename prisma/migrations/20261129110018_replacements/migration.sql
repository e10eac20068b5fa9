-- CreateTable
CREATE TABLE "Replacement" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT,
    "scope" TEXT NOT NULL,
    "find" TEXT NOT NULL,
    "replace" TEXT NOT NULL,
    "linkIds" INTEGER[],

    CONSTRAINT "Replacement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Replacement_at_idx" ON "Replacement"("at");
