-- The history of a link, whoever changes it: lib/links/list-edits.ts reads it, and lib/links/change-links.ts names the editor in
-- "editedBy". Tags and aliases are no columns of "Link", so lib/links/tag-links.ts and aliases.ts note them.

-- Every column that owners set has a history, one of a later version too; lib/links/fields.ts says how its kinds are named. Of a password
-- only whether there was one is kept. Of two changes of one kind at the same time the first `from` and the last `to` count.
CREATE OR REPLACE FUNCTION "noteLinkChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "LinkChange" ("linkId", "at", "kind", "before", "by", "from", "to")
  SELECT NEW."id", NEW."updatedAt",
    CASE o."key"
      WHEN 'slug' THEN 'renamed'
      WHEN 'url' THEN 'destination'
      WHEN 'enabled' THEN CASE WHEN NEW."enabled" THEN 'enabled' ELSE 'disabled' END
      WHEN 'expiresAt' THEN 'expiry'
      WHEN 'passwordHash' THEN 'password'
      ELSE o."key"
    END,
    CASE o."key"
      WHEN 'slug' THEN OLD."slug"
      WHEN 'url' THEN left(substring(OLD."url" FROM '^[^:]+://(?:[^/?#]*@)?([^/?#]+)'), 255)
    END,
    NEW."editedBy",
    CASE o."key" WHEN 'passwordHash' THEN to_jsonb(o."value" <> 'null') ELSE nullif(o."value", 'null') END,
    CASE o."key" WHEN 'passwordHash' THEN to_jsonb(n."value" <> 'null') ELSE nullif(n."value", 'null') END
  FROM jsonb_each(to_jsonb(OLD)) o JOIN jsonb_each(to_jsonb(NEW)) n USING ("key")
  WHERE o."value" <> n."value"
    AND o."key" NOT IN ('id', 'createdAt', 'updatedAt', 'importedClicks', 'createdBy', 'editedBy', 'asideDay')
  ON CONFLICT ("linkId", "at", "kind") DO UPDATE SET "to" = excluded."to", "by" = excluded."by";
  NEW."editedBy" := NULL;
  RETURN NEW;
END;
$$;

-- A link keeps its 200 latest changes, also those of its tags, which the service notes itself.
CREATE OR REPLACE FUNCTION "forgetOldLinkChanges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "LinkChange" WHERE "linkId" = NEW."linkId" AND "at" < (
    SELECT "at" FROM "LinkChange" WHERE "linkId" = NEW."linkId" ORDER BY "at" DESC OFFSET 199 LIMIT 1
  );
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_note_change" BEFORE UPDATE ON "Link" FOR EACH ROW EXECUTE FUNCTION "noteLinkChange"();
CREATE TRIGGER "LinkChange_forget_old" AFTER INSERT ON "LinkChange" FOR EACH ROW EXECUTE FUNCTION "forgetOldLinkChanges"();
