-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "language" TEXT;

-- A message is said in the same language in each try: the one that whoever made the receiver had chosen when it was queued.
CREATE OR REPLACE FUNCTION "noteMessageLanguage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."language" := (SELECT o."language" FROM "Receiver" r JOIN "Owner" o ON o."id" = r."ownerId" WHERE r."id" = NEW."receiverId");
  RETURN NEW;
END $$;

CREATE TRIGGER "Delivery_note_language" BEFORE INSERT ON "Delivery" FOR EACH ROW EXECUTE FUNCTION "noteMessageLanguage"();

UPDATE "Delivery" d SET "language" = o."language" FROM "Receiver" r JOIN "Owner" o ON o."id" = r."ownerId" WHERE r."id" = d."receiverId";
