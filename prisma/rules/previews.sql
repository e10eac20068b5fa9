-- A preview belongs to a destination: a link that gets another one loses it, and lib/previews reads the new one.

-- A link with another destination starts anew, whoever changes it.
CREATE OR REPLACE FUNCTION "forgetPreview"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "LinkPreview" WHERE "linkId" = NEW."id";
  UPDATE "LinkCounter" SET "ogFetchFailCount" = 0 WHERE "linkId" = NEW."id" AND "ogFetchFailCount" <> 0;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_forget_preview" AFTER UPDATE OF "url" ON "Link"
FOR EACH ROW WHEN (OLD."url" IS DISTINCT FROM NEW."url") EXECUTE FUNCTION "forgetPreview"();
