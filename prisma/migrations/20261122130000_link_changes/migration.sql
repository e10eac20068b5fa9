-- CreateTable
CREATE TABLE "LinkChange" (
    "linkId" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "before" TEXT,

    CONSTRAINT "LinkChange_pkey" PRIMARY KEY ("linkId", "at", "kind")
);

-- AddForeignKey
ALTER TABLE "LinkChange" ADD CONSTRAINT "LinkChange_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Notes what a link's chart marks, whoever changes the link: the dashboard, the API, an instance of the version before. Of a
-- destination it keeps the host alone. A link keeps its 200 latest changes, so a program that toggles it cannot fill the table.
CREATE FUNCTION "noteLinkChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "LinkChange" ("linkId", "at", "kind", "before")
  SELECT NEW."id", NEW."updatedAt", c."kind", c."before"
  FROM (VALUES
    ('renamed', OLD."slug" <> NEW."slug", OLD."slug"),
    ('destination', OLD."url" <> NEW."url", left(substring(OLD."url" FROM '^[^:]+://(?:[^/?#]*@)?([^/?#]+)'), 255)),
    (CASE WHEN NEW."enabled" THEN 'enabled' ELSE 'disabled' END, OLD."enabled" <> NEW."enabled", NULL)
  ) AS c("kind", "isChanged", "before")
  WHERE c."isChanged"
  ON CONFLICT DO NOTHING;
  DELETE FROM "LinkChange" WHERE "linkId" = NEW."id" AND "at" < (
    SELECT "at" FROM "LinkChange" WHERE "linkId" = NEW."id" ORDER BY "at" DESC OFFSET 199 LIMIT 1
  );
  RETURN NULL;
END;
$$;

CREATE TRIGGER "Link_note_change" AFTER UPDATE OF "slug", "url", "enabled" ON "Link"
FOR EACH ROW WHEN (OLD."slug" <> NEW."slug" OR OLD."url" <> NEW."url" OR OLD."enabled" <> NEW."enabled") EXECUTE FUNCTION "noteLinkChange"();
