CREATE TABLE "PasswordReset" (
    "ownerId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("ownerId"),
    CONSTRAINT "PasswordReset_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "PasswordReset_hash_key" ON "PasswordReset"("hash");

-- The version before always sets "invitedById".
ALTER TABLE "OwnerInvite" ADD COLUMN "email" TEXT, ALTER COLUMN "invitedById" DROP NOT NULL;
