-- CreateTable
CREATE TABLE "HostIcon" (
    "host" TEXT NOT NULL,
    "type" TEXT,
    "bytes" BYTEA,
    "version" TEXT,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HostIcon_pkey" PRIMARY KEY ("host")
);

-- CreateIndex
CREATE INDEX "HostIcon_checkedAt_idx" ON "HostIcon"("checkedAt");
