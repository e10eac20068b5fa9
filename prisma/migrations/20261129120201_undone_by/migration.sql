-- Who may undo it. Null in rows of the version before: owners.
ALTER TABLE "ApiToken" ADD COLUMN "revokedBy" TEXT;
ALTER TABLE "LinkImport" ADD COLUMN "by" TEXT;
