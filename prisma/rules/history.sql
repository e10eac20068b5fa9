-- The history of a link, whoever changes it: lib/links/list-edits.ts reads it, and lib/links/change-links.ts names the editor in
-- "editedBy". Tags and aliases are no columns of "Link", so lib/links/tag-links.ts and aliases.ts note them.

-- Of two changes of one kind at the same time the first `from` and the last `to`
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

-- The fields that few links have, as "noteLinkChange" does for the others. It fires before that one (Postgres goes by name),
-- which takes "editedBy" out. A kind is the name of the field. Of a password only whether there
-- was one is kept.
CREATE OR REPLACE FUNCTION "noteEndingChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "LinkChange" ("linkId", "at", "kind", "by", "from", "to")
  SELECT NEW."id", NEW."updatedAt", c."kind", NEW."editedBy", c."from", c."to"
  FROM (VALUES
    ('maxClicks', OLD."maxClicks" IS DISTINCT FROM NEW."maxClicks", to_jsonb(OLD."maxClicks"), to_jsonb(NEW."maxClicks")),
    ('startsAt', OLD."startsAt" IS DISTINCT FROM NEW."startsAt", to_jsonb(OLD."startsAt"), to_jsonb(NEW."startsAt")),
    ('expiredUrl', OLD."expiredUrl" IS DISTINCT FROM NEW."expiredUrl", to_jsonb(OLD."expiredUrl"), to_jsonb(NEW."expiredUrl")),
    ('password', OLD."passwordHash" IS DISTINCT FROM NEW."passwordHash", to_jsonb(OLD."passwordHash" IS NOT NULL),
      to_jsonb(NEW."passwordHash" IS NOT NULL)),
    ('forwardQuery', OLD."forwardQuery" <> NEW."forwardQuery", to_jsonb(OLD."forwardQuery"), to_jsonb(NEW."forwardQuery")),
    ('forwardUtm', OLD."forwardUtm" <> NEW."forwardUtm", to_jsonb(OLD."forwardUtm"), to_jsonb(NEW."forwardUtm")),
    ('description', OLD."description" IS DISTINCT FROM NEW."description", to_jsonb(OLD."description"), to_jsonb(NEW."description")),
    ('image', OLD."image" IS DISTINCT FROM NEW."image", to_jsonb(OLD."image"), to_jsonb(NEW."image")),
    ('ios', OLD."ios" IS DISTINCT FROM NEW."ios", to_jsonb(OLD."ios"), to_jsonb(NEW."ios")),
    ('android', OLD."android" IS DISTINCT FROM NEW."android", to_jsonb(OLD."android"), to_jsonb(NEW."android")),
    ('geo', OLD."geo" IS DISTINCT FROM NEW."geo", OLD."geo", NEW."geo"),
    ('domain', OLD."domain" IS DISTINCT FROM NEW."domain", to_jsonb(OLD."domain"), to_jsonb(NEW."domain"))
  ) AS c("kind", "isChanged", "from", "to")
  WHERE c."isChanged"
  ON CONFLICT ("linkId", "at", "kind") DO UPDATE SET "to" = excluded."to", "by" = excluded."by";
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

CREATE TRIGGER "Link_note_change" BEFORE UPDATE OF "slug", "url", "enabled", "title", "expiresAt", "note", "editedBy" ON "Link"
FOR EACH ROW WHEN (
  OLD."slug" <> NEW."slug" OR OLD."url" <> NEW."url" OR OLD."enabled" <> NEW."enabled" OR OLD."title" IS DISTINCT FROM NEW."title"
  OR OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt" OR OLD."note" IS DISTINCT FROM NEW."note" OR NEW."editedBy" IS NOT NULL
) EXECUTE FUNCTION "noteLinkChange"();
CREATE TRIGGER "LinkChange_forget_old" AFTER INSERT ON "LinkChange" FOR EACH ROW EXECUTE FUNCTION "forgetOldLinkChanges"();
CREATE TRIGGER "Link_note_a_change" BEFORE UPDATE OF
  "maxClicks", "startsAt", "expiredUrl", "passwordHash", "forwardQuery", "forwardUtm", "description", "image", "ios", "android",
  "geo", "domain"
ON "Link" FOR EACH ROW EXECUTE FUNCTION "noteEndingChange"();
