-- When certificates and registrations of the own hosts end, and what was announced of it: see lib/doctor/host-watch.ts.
CREATE TABLE "HostExpiry" (
    "host" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "toldDays" INTEGER,

    CONSTRAINT "HostExpiry_pkey" PRIMARY KEY ("host","kind")
);
