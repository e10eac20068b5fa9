-- The places where an owner shares a link: campaign tags on its short link. An empty string means no tag.
CREATE TABLE "LinkPlace" (
    "linkId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "medium" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LinkPlace_pkey" PRIMARY KEY ("linkId","source","medium","campaign"),
    CONSTRAINT "LinkPlace_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The first day whose labels of dimension 14 (source and medium) are complete. The version before, which does not count
-- them, may aggregate for another day. With no clicks yet, all days are complete.
ALTER TABLE "RollupState" ADD COLUMN "placesSince" DATE NOT NULL DEFAULT date '1970-01-01';
UPDATE "RollupState" SET "placesSince" = (now() AT TIME ZONE 'UTC')::date + 2 WHERE EXISTS (SELECT FROM "Click");

-- The places of all links in a date range.
CREATE INDEX "LinkDayLabel_places_idx" ON "LinkDayLabel" ("day") WHERE "dimension" = 14;
CREATE INDEX "LinkMonthLabel_places_idx" ON "LinkMonthLabel" ("month") WHERE "dimension" = 14;
