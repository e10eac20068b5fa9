-- Where a destination ends after its redirects, and since when that is another domain: see lib/previews/moved-destinations.ts.
ALTER TABLE "LinkPreview"
  ADD COLUMN "endHost" TEXT,
  ADD COLUMN "movedTo" TEXT,
  ADD COLUMN "movedSince" TIMESTAMPTZ(3),
  ADD COLUMN "movedAt" TIMESTAMPTZ(3);

CREATE INDEX "LinkPreview_movedSince_idx" ON "LinkPreview"("movedSince");

CREATE OR REPLACE FUNCTION "noteMovedDestination"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "hasReceiver"('link.moved') THEN RETURN NULL; END IF;
  PERFORM "queueMessages"('link.moved', jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)) || jsonb_build_object(
    'from', NEW."endHost", 'to', NEW."movedTo"
  ))), true)
  FROM "Link" l WHERE l."id" = NEW."linkId" AND l."enabled" AND coalesce(l."expiresAt" > now(), true)
  HAVING count(*) > 0;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "LinkPreview_note_moved" AFTER UPDATE OF "movedAt" ON "LinkPreview" FOR EACH ROW WHEN (
  NEW."movedAt" >= NEW."movedSince" + interval '1 day' AND NOT coalesce(OLD."movedAt" >= OLD."movedSince" + interval '1 day', false)
) EXECUTE FUNCTION "noteMovedDestination"();

DROP TRIGGER "LinkPreview_notify" ON "LinkPreview";
CREATE TRIGGER "LinkPreview_notify" AFTER UPDATE ON "LinkPreview" FOR EACH ROW
WHEN (coalesce(OLD."brokenSince", NEW."brokenSince", OLD."movedSince", NEW."movedSince") IS NOT NULL) EXECUTE FUNCTION "notifyEdit"();
