-- Slugs that a link or an alias had, so that owners are warned before they give one to something else
-- (lib/links/deleted-slugs.ts, lib/links/check-slug.ts).

-- Whoever gives a slug up: the dashboard, the API, an import that is undone, an instance of the version before.
CREATE OR REPLACE FUNCTION "rememberDeletedSlug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DeletedSlug" ("slug", "deletedAt") VALUES (OLD."slug", now())
  ON CONFLICT ("slug") DO UPDATE SET "deletedAt" = excluded."deletedAt";
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_remember_deleted" AFTER DELETE ON "Link" FOR EACH ROW EXECUTE FUNCTION "rememberDeletedSlug"();
CREATE TRIGGER "Link_remember_renamed" AFTER UPDATE OF "slug" ON "Link"
FOR EACH ROW WHEN (OLD."slug" <> NEW."slug") EXECUTE FUNCTION "rememberDeletedSlug"();
CREATE TRIGGER "Alias_remember_deleted" AFTER DELETE ON "Alias" FOR EACH ROW EXECUTE FUNCTION "rememberDeletedSlug"();
