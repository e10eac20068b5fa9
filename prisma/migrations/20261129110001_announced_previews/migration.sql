-- The primary answers for seconds after each announcement, and destinations are checked all the time. So only checks of broken
-- destinations are announced: lists show nothing else of LinkPreview.
DROP TRIGGER "LinkPreview_notify" ON "LinkPreview";
CREATE TRIGGER "LinkPreview_notify" AFTER UPDATE ON "LinkPreview" FOR EACH ROW
WHEN (OLD."brokenSince" IS NOT NULL OR NEW."brokenSince" IS NOT NULL) EXECUTE FUNCTION "notifyEdit"();
