-- The alias by which a click came, so that its count can give up clicks that are set aside. Null for the link's own slug, and for
-- clicks from before.
ALTER TABLE "Click" ADD COLUMN "alias" TEXT;
ALTER TABLE "SetAsideClick" ADD COLUMN "alias" TEXT;
