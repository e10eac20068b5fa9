-- Further slugs of links. An instance of the version before does not know them: it answers 404 for an alias, counts nothing on
-- it, and is refused as if the slug were taken when it creates a link with one.
CREATE TABLE "Alias" (
    "slug" TEXT NOT NULL,
    "linkId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Alias_pkey" PRIMARY KEY ("slug"),
    CONSTRAINT "Alias_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "Alias_linkId_idx" ON "Alias"("linkId");
CREATE INDEX "Alias_search_idx" ON "Alias" USING GIN ("slug" gin_trgm_ops);

-- Clicks that came by an alias: some of those of its link. Concurrent writers use separate slots, so they do not block each other.
CREATE TABLE "AliasCount" (
    "slug" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "lastClickedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AliasCount_pkey" PRIMARY KEY ("slug","slot"),
    CONSTRAINT "AliasCount_slug_fkey" FOREIGN KEY ("slug") REFERENCES "Alias"("slug") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Slugs that a link or an alias had, so that owners are warned before they give one to something else.
CREATE TABLE "DeletedSlug" (
    "slug" TEXT NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DeletedSlug_pkey" PRIMARY KEY ("slug")
);

CREATE INDEX "DeletedSlug_deletedAt_idx" ON "DeletedSlug"("deletedAt");

-- No slug is both a link's and an alias. Two unique indexes cannot see each other, so whoever adds an alias waits for all who
-- are adding slugs of links, and the other way round: the lock of lib/links/slug-names.ts.
CREATE FUNCTION "refuseSlugOfAlias"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1936487795);
  IF EXISTS (SELECT FROM "Alias" WHERE "slug" = NEW."slug") THEN
    RAISE unique_violation USING MESSAGE = 'an alias has this slug', DETAIL = 'Key (slug) already exists.', TABLE = 'Alias', CONSTRAINT = 'Alias_pkey';
  END IF;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "Link_refuse_slug_of_alias_on_insert" BEFORE INSERT ON "Link" FOR EACH ROW EXECUTE FUNCTION "refuseSlugOfAlias"();
CREATE TRIGGER "Link_refuse_slug_of_alias" BEFORE UPDATE OF "slug" ON "Link"
FOR EACH ROW WHEN (OLD."slug" <> NEW."slug") EXECUTE FUNCTION "refuseSlugOfAlias"();

CREATE FUNCTION "refuseSlugOfLink"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1936487795);
  IF EXISTS (SELECT FROM "Link" WHERE "slug" = NEW."slug") THEN
    RAISE unique_violation USING MESSAGE = 'a link has this slug', DETAIL = 'Key (slug) already exists.', TABLE = 'Link', CONSTRAINT = 'Link_slug_key';
  END IF;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "Alias_refuse_slug_of_link" BEFORE INSERT OR UPDATE OF "slug" ON "Alias"
FOR EACH ROW EXECUTE FUNCTION "refuseSlugOfLink"();

-- As before, and for the aliases of a changed link, which instances cache by their own slugs. Those of a deleted link are
-- deleted, too, and notify for themselves.
CREATE OR REPLACE FUNCTION "notifyLinkChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('slugline_link', OLD."slug"); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('slugline_link', NEW."slug"); END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'Link' THEN
    PERFORM pg_notify('slugline_link', a."slug") FROM "Alias" a WHERE a."linkId" = NEW."id";
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Alias_notify" AFTER INSERT OR UPDATE OR DELETE ON "Alias" FOR EACH ROW EXECUTE FUNCTION "notifyLinkChange"();

-- Whoever gives a slug up: the dashboard, the API, an import that is undone, an instance of the version before.
CREATE FUNCTION "rememberDeletedSlug"() RETURNS trigger LANGUAGE plpgsql AS $$
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
