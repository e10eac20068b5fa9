-- What people, tokens and commands did: see lib/core/audit.ts.
CREATE TABLE "AuditEvent" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT NOT NULL,
    "byId" TEXT,
    "by" TEXT,
    "aboutId" TEXT,
    "about" TEXT,
    "detail" TEXT,
    "browser" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "lastAt" TIMESTAMPTZ(3),
    "repeatKey" TEXT,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "AuditEvent_repeatKey_key" ON "AuditEvent"("repeatKey");

CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent"("at");

CREATE INDEX "AuditEvent_byId_id_idx" ON "AuditEvent"("byId", "id");

CREATE INDEX "AuditEvent_aboutId_id_idx" ON "AuditEvent"("aboutId", "id");
