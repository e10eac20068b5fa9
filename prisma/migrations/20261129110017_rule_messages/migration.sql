-- Messages about broken addresses of rules, as about those of links.

CREATE OR REPLACE FUNCTION "noteDestinationHealth"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE WHEN NEW."brokenSince" IS NULL THEN 'link.recovered' ELSE 'link.broken' END;
  rule text := to_jsonb(NEW) ->> 'destination';
BEGIN
  IF event = 'link.recovered' AND NEW."health" IS DISTINCT FROM 'reachable' OR NOT "hasReceiver"(event) THEN RETURN NULL; END IF;
  PERFORM "queueMessages"(event, jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)) || jsonb_build_object(
    'reason', NEW."failReason", 'brokenSince', "messageTime"(to_jsonb(coalesce(NEW."brokenSince", OLD."brokenSince")))
  ) || CASE WHEN rule IS NULL THEN '{}' ELSE jsonb_build_object('destination', rule) END)), true)
  FROM "Link" l WHERE l."id" = NEW."linkId" AND l."enabled" AND coalesce(l."expiresAt" > now(), true)
    AND coalesce(to_jsonb(NEW) ->> 'url' = coalesce(to_jsonb(l) ->> rule, l."geo" ->> rule), rule IS NULL)
  HAVING count(*) > 0;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "RuleCheck_note_health" AFTER UPDATE OF "checkedAt" ON "RuleCheck" FOR EACH ROW WHEN (
  OLD."url" = NEW."url"
  AND coalesce(OLD."checkedAt" >= OLD."brokenSince" + interval '1 day', false)
    <> coalesce(NEW."checkedAt" >= NEW."brokenSince" + interval '1 day', false)
) EXECUTE FUNCTION "noteDestinationHealth"();
