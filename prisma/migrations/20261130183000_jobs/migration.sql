-- Changes of many links that a browser starts and the server ends: see lib/owners/jobs.ts.
CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "undoes" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "claimedUntil" TIMESTAMPTZ(3) NOT NULL,
    "stoppedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "refusal" JSONB,

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "JobPortion" (
    "jobId" TEXT NOT NULL,
    "from" INTEGER NOT NULL,
    "changed" JSONB NOT NULL,
    "failed" JSONB NOT NULL,

    CONSTRAINT "JobPortion_pkey" PRIMARY KEY ("jobId","from")
);

CREATE INDEX "Job_endedAt_idx" ON "Job"("endedAt");

CREATE INDEX "Job_by_createdAt_idx" ON "Job"("by", "createdAt");

ALTER TABLE "JobPortion" ADD CONSTRAINT "JobPortion_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
