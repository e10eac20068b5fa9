-- CreateTable
CREATE TABLE "DailySaltFingerprint" (
    "day" DATE NOT NULL,
    "fingerprint" BYTEA NOT NULL,

    CONSTRAINT "DailySaltFingerprint_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "DailySaltRequest" (
    "publicKey" BYTEA NOT NULL,
    "day" DATE NOT NULL,
    "sealed" BYTEA,

    CONSTRAINT "DailySaltRequest_pkey" PRIMARY KEY ("publicKey")
);
