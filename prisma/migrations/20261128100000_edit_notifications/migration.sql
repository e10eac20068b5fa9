-- Instances that read from a replica hear of every edit that their lists show, in the transaction of the edit. Links and aliases
-- are announced already.
CREATE FUNCTION "notifyEdit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slugline_edit', '');
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Tag_notify" AFTER INSERT OR UPDATE OR DELETE ON "Tag" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
CREATE TRIGGER "LinkTag_notify" AFTER INSERT OR UPDATE OR DELETE ON "LinkTag" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
CREATE TRIGGER "LinkPreview_notify" AFTER INSERT OR UPDATE OR DELETE ON "LinkPreview" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
