-- The latest UTC day of which a visitor of the link is set aside. Whoever stores clicks of that day or an earlier one looks for such
-- visitors; the version before, while it still runs, stores them as others, and they are moved as before.
ALTER TABLE "Link" ADD COLUMN "asideDay" DATE;

UPDATE "Link" l SET "asideDay" = s."day" FROM (SELECT "linkId", max("day") AS "day" FROM "SetAside" GROUP BY 1) s WHERE l."id" = s."linkId";

-- Not with each click that is set aside when it is stored, which adds to "clicks" alone.
DROP TRIGGER "SetAside_notify" ON "SetAside";
CREATE TRIGGER "SetAside_notify" AFTER INSERT OR UPDATE OF "setAt", "undoneAt" OR DELETE ON "SetAside" FOR EACH STATEMENT EXECUTE FUNCTION "notifyEdit"();
