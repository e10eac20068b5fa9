-- What a change replaced, by what, and who made it. Rows of earlier versions have only `before`.
ALTER TABLE "LinkChange" ADD COLUMN "by" TEXT, ADD COLUMN "from" JSONB, ADD COLUMN "to" JSONB;

-- Carries who edits a link to the trigger below, which takes it out again: it is never stored here. An instance of the
-- version before does not set it, so its edits are by nobody known.
ALTER TABLE "Link" ADD COLUMN "editedBy" TEXT;

DROP TRIGGER "Link_note_change" ON "Link";

-- As before, for every field that owners set. Of two changes of one kind at the same time the first `from` and the last `to`
-- count.
CREATE OR REPLACE FUNCTION "noteLinkChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "LinkChange" ("linkId", "at", "kind", "before", "by", "from", "to")
  SELECT NEW."id", NEW."updatedAt", c."kind", c."before", NEW."editedBy", c."from", c."to"
  FROM (VALUES
    ('renamed', OLD."slug" <> NEW."slug", OLD."slug", to_jsonb(OLD."slug"), to_jsonb(NEW."slug")),
    ('destination', OLD."url" <> NEW."url", left(substring(OLD."url" FROM '^[^:]+://(?:[^/?#]*@)?([^/?#]+)'), 255),
      to_jsonb(OLD."url"), to_jsonb(NEW."url")),
    (CASE WHEN NEW."enabled" THEN 'enabled' ELSE 'disabled' END, OLD."enabled" <> NEW."enabled", NULL,
      to_jsonb(OLD."enabled"), to_jsonb(NEW."enabled")),
    ('title', OLD."title" IS DISTINCT FROM NEW."title", NULL, to_jsonb(OLD."title"), to_jsonb(NEW."title")),
    ('expiry', OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt", NULL, to_jsonb(OLD."expiresAt"), to_jsonb(NEW."expiresAt")),
    ('note', OLD."note" IS DISTINCT FROM NEW."note", NULL, to_jsonb(OLD."note"), to_jsonb(NEW."note"))
  ) AS c("kind", "isChanged", "before", "from", "to")
  WHERE c."isChanged"
  ON CONFLICT ("linkId", "at", "kind") DO UPDATE SET "to" = excluded."to", "by" = excluded."by";
  NEW."editedBy" := NULL;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "Link_note_change" BEFORE UPDATE OF "slug", "url", "enabled", "title", "expiresAt", "note", "editedBy" ON "Link"
FOR EACH ROW WHEN (
  OLD."slug" <> NEW."slug" OR OLD."url" <> NEW."url" OR OLD."enabled" <> NEW."enabled" OR OLD."title" IS DISTINCT FROM NEW."title"
  OR OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt" OR OLD."note" IS DISTINCT FROM NEW."note" OR NEW."editedBy" IS NOT NULL
) EXECUTE FUNCTION "noteLinkChange"();

-- A link keeps its 200 latest changes, also those of its tags, which the service notes itself.
CREATE FUNCTION "forgetOldLinkChanges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "LinkChange" WHERE "linkId" = NEW."linkId" AND "at" < (
    SELECT "at" FROM "LinkChange" WHERE "linkId" = NEW."linkId" ORDER BY "at" DESC OFFSET 199 LIMIT 1
  );
  RETURN NULL;
END;
$$;

CREATE TRIGGER "LinkChange_forget_old" AFTER INSERT ON "LinkChange" FOR EACH ROW EXECUTE FUNCTION "forgetOldLinkChanges"();
