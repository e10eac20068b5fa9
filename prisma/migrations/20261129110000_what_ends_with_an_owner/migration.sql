-- What an owner made ends when the owner is removed. Links for a new password that the previous version makes have neither value:
-- who made them is not known.
ALTER TABLE "PasswordReset" ADD COLUMN "madeById" TEXT, ADD COLUMN "isFromTerminal" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_madeById_fkey" FOREIGN KEY ("madeById") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ApiToken" DROP CONSTRAINT "ApiToken_ownerId_fkey";
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
