-- The further host at which an owner shares a link, with its history. The previous version knows only BASE_URL.
ALTER TABLE "Link" ADD COLUMN "domain" TEXT;

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

CREATE OR REPLACE TRIGGER "Link_note_a_change" BEFORE UPDATE OF
  "maxClicks", "startsAt", "expiredUrl", "passwordHash", "forwardQuery", "forwardUtm", "description", "image", "ios", "android",
  "geo", "domain"
ON "Link" FOR EACH ROW EXECUTE FUNCTION "noteEndingChange"();
