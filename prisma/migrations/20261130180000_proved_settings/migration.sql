-- The settings of single sign-on that a person has signed in with last: those that changed since are proved by nobody.
ALTER TABLE "OwnerAccount" ADD COLUMN "provedSettings" BYTEA;
