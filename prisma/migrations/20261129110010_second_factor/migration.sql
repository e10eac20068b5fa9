-- Authenticator apps and recovery codes. What the previous version adds has neither.
CREATE TABLE "AuthenticatorApp" (
    "ownerId" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "lastStep" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AuthenticatorApp_pkey" PRIMARY KEY ("ownerId"),
    CONSTRAINT "AuthenticatorApp_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "RecoveryCode" (
    "ownerId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("ownerId", "hash"),
    CONSTRAINT "RecoveryCode_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE "PasswordReset" ADD COLUMN "clearsFactors" BOOLEAN NOT NULL DEFAULT false;
