-- No slug is both a link's and an alias. Two unique indexes cannot see each other, so whoever adds an alias waits for all who are
-- adding slugs of links, and the other way round. lib/links/locks.ts takes the same lock first; lib/links/slug-names.ts looks
-- for what is taken.

CREATE OR REPLACE FUNCTION "refuseSlugOfAlias"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1936487795);
  IF EXISTS (SELECT FROM "Alias" WHERE "slug" = NEW."slug") THEN
    RAISE unique_violation USING MESSAGE = 'an alias has this slug', DETAIL = 'Key (slug) already exists.', TABLE = 'Alias', CONSTRAINT = 'Alias_pkey';
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE FUNCTION "refuseSlugOfLink"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1936487795);
  IF EXISTS (SELECT FROM "Link" WHERE "slug" = NEW."slug") THEN
    RAISE unique_violation USING MESSAGE = 'a link has this slug', DETAIL = 'Key (slug) already exists.', TABLE = 'Link', CONSTRAINT = 'Link_slug_key';
  END IF;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "Link_refuse_slug_of_alias_on_insert" BEFORE INSERT ON "Link" FOR EACH ROW EXECUTE FUNCTION "refuseSlugOfAlias"();
CREATE TRIGGER "Link_refuse_slug_of_alias" BEFORE UPDATE OF "slug" ON "Link"
FOR EACH ROW WHEN (OLD."slug" <> NEW."slug") EXECUTE FUNCTION "refuseSlugOfAlias"();
CREATE TRIGGER "Alias_refuse_slug_of_link" BEFORE INSERT OR UPDATE OF "slug" ON "Alias"
FOR EACH ROW EXECUTE FUNCTION "refuseSlugOfLink"();
