-- Roles of people, invitations and tokens. All that exists, and what the previous version adds, is an owner's.
ALTER TABLE "Owner" ADD COLUMN "role" TEXT NOT NULL DEFAULT 'owner',
  ADD COLUMN "lastSeenAt" TIMESTAMPTZ(3),
  ADD CONSTRAINT "Owner_role_check" CHECK ("role" IN ('owner', 'editor', 'reader'));
ALTER TABLE "OwnerInvite" ADD COLUMN "role" TEXT NOT NULL DEFAULT 'owner',
  ADD CONSTRAINT "OwnerInvite_role_check" CHECK ("role" IN ('owner', 'editor', 'reader'));
ALTER TABLE "ApiToken" ADD COLUMN "role" TEXT,
  ADD CONSTRAINT "ApiToken_role_check" CHECK ("role" IN ('owner', 'editor', 'reader'));
