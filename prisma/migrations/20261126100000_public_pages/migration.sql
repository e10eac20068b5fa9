-- What owners set in the dashboard instead of in the environment, by the name of the variable.
CREATE TABLE "SiteSetting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "SiteSetting_pkey" PRIMARY KEY ("name")
);

-- Every instance keeps the settings in memory and reads them again when it hears this.
CREATE FUNCTION "notifySettingChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slugline_settings', '');
  RETURN NULL;
END;
$$;

CREATE TRIGGER "SiteSetting_notify" AFTER INSERT OR UPDATE OR DELETE ON "SiteSetting" FOR EACH STATEMENT EXECUTE FUNCTION "notifySettingChange"();
