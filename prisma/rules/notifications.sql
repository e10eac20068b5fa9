-- What another instance, or the other thread, has to hear of at once: links and aliases for the link cache
-- (lib/visits/link-change-listener.ts), settings (lib/database/stored-settings.ts), and any edit for the choice between primary and
-- replica (lib/database/replica.ts).

-- Links, and the aliases of a changed link, which instances cache by their own slugs. Those of a deleted link are
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

-- Every instance keeps the settings in memory and reads them again when it hears this.
CREATE OR REPLACE FUNCTION "notifySettingChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slugline_settings', '');
  RETURN NULL;
END;
$$;

-- Instances that read from a replica hear of every edit that their lists show, in the transaction of the edit. Links and aliases
-- are announced already.
CREATE OR REPLACE FUNCTION "notifyEdit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slugline_edit', '');
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_notify" AFTER INSERT OR UPDATE OR DELETE ON "Link" FOR EACH ROW EXECUTE FUNCTION "notifyLinkChange"();
CREATE TRIGGER "SiteSetting_notify" AFTER INSERT OR UPDATE OR DELETE ON "SiteSetting" FOR EACH STATEMENT EXECUTE FUNCTION "notifySettingChange"();
CREATE TRIGGER "Alias_notify" AFTER INSERT OR UPDATE OR DELETE ON "Alias" FOR EACH ROW EXECUTE FUNCTION "notifyLinkChange"();
CREATE TRIGGER "Tag_notify" AFTER INSERT OR UPDATE OR DELETE ON "Tag" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
CREATE TRIGGER "LinkTag_notify" AFTER INSERT OR UPDATE OR DELETE ON "LinkTag" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
CREATE TRIGGER "SetAside_notify" AFTER INSERT OR UPDATE OF "setAt", "undoneAt" OR DELETE ON "SetAside" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
CREATE TRIGGER "LinkPreview_notify" AFTER UPDATE ON "LinkPreview" FOR EACH ROW
WHEN (coalesce(OLD."brokenSince", NEW."brokenSince", OLD."movedSince", NEW."movedSince") IS NOT NULL) EXECUTE FUNCTION "notifyEdit"();
CREATE TRIGGER "RuleCheck_notify" AFTER UPDATE ON "RuleCheck" FOR EACH ROW
WHEN (OLD."brokenSince" IS NOT NULL OR NEW."brokenSince" IS NOT NULL) EXECUTE FUNCTION "notifyEdit"();
