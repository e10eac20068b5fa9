-- Whether assistants may change links with a token: chosen when it is made.
ALTER TABLE "ApiToken" ADD COLUMN "writesByMcp" BOOLEAN NOT NULL DEFAULT false;
