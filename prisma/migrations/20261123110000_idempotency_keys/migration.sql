-- The answers to API requests with an Idempotency-Key, kept for a day. "tokenId" is "API_TOKEN" or the id of an ApiToken.
CREATE TABLE "IdempotencyKey" (
    "tokenId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" BYTEA NOT NULL,
    "answer" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("tokenId","key")
);

CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- Links by their exact destination, which can be longer than a B-tree allows.
CREATE INDEX "Link_url_idx" ON "Link" USING HASH ("url");
