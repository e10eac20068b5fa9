-- Clicks of single visitors that somebody set aside. They leave "Click" and every roll-up, so the previous version, while it still
-- runs, does not count them either.
CREATE TABLE "SetAside" (
    "linkId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "visitor" BYTEA NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "setAt" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "SetAside_pkey" PRIMARY KEY ("linkId","id")
);

CREATE TABLE "SetAsideClick" (
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "batch" BIGINT NOT NULL,
    "linkId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
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
    "destination" TEXT,
    "domain" TEXT,

    CONSTRAINT "SetAsideClick_pkey" PRIMARY KEY ("linkId","createdAt","id")
);

CREATE INDEX "SetAside_day_idx" ON "SetAside"("day");

CREATE TRIGGER "SetAside_notify" AFTER INSERT OR UPDATE OR DELETE ON "SetAside" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
