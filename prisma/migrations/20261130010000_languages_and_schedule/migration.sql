-- Where people with a language go, and where a link leads from a date on: see lib/core/destination-rules.ts.
ALTER TABLE "Link"
  ADD COLUMN "languages" JSONB,
  ADD COLUMN "schedule" JSONB;

-- For the checks of destinations, beside Link_rules_idx.
CREATE INDEX "Link_further_rules_idx" ON "Link" ("updatedAt") WHERE "languages" IS NOT NULL OR "schedule" IS NOT NULL;

-- Of an address of these, too, nothing is said that the link has no longer.
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
    AND coalesce(to_jsonb(NEW) ->> 'url' = coalesce(
      to_jsonb(l) ->> rule, l."geo" ->> rule, l."languages" ->> rule, jsonb_path_query_first(l."schedule", '$[*] ? (@.from == $rule).url', jsonb_build_object('rule', rule)) #>> '{}'
    ), rule IS NULL)
  HAVING count(*) > 0;
  RETURN NULL;
END;
$$;
