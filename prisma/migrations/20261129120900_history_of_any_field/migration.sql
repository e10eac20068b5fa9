-- One function notes the changes of all columns, in place of one list of fields for each of two triggers.
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

CREATE OR REPLACE TRIGGER "Link_note_change" BEFORE UPDATE ON "Link" FOR EACH ROW EXECUTE FUNCTION "noteLinkChange"();
DROP TRIGGER "Link_note_a_change" ON "Link";
DROP FUNCTION "noteEndingChange"();
