-- Slugs that visitors asked for and that no link had, by day.
CREATE TABLE "MissedSlug" (
    "day" DATE NOT NULL,
    "slug" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MissedSlug_pkey" PRIMARY KEY ("day","slug")
);

-- Slugs that an owner no longer wants to see among them.
CREATE TABLE "IgnoredSlug" (
    "slug" TEXT NOT NULL,
    "ignoredAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IgnoredSlug_pkey" PRIMARY KEY ("slug")
);
