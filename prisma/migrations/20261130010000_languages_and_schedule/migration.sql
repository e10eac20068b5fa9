-- Where people with a language go, and where a link leads from a date on: see lib/core/destination-rules.ts.
--
-- New columns take a moment, but the lock waits for every reader of the table, and every visit behind the lock: so it gives up soon
-- and tries again.
DO $$
BEGIN
  FOR attempt IN 1..200 LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '500ms', true);
      LOCK TABLE "Link" IN ACCESS EXCLUSIVE MODE;
      PERFORM set_config('lock_timeout', '60s', true);
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5 * random());
    END;
  END LOOP;
  RAISE lock_not_available USING MESSAGE = 'The links are in use all the time.';
END;
$$;

ALTER TABLE "Link"
  ADD COLUMN "languages" JSONB,
  ADD COLUMN "schedule" JSONB;

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
      jsonb_build_object('ios', l."ios", 'android', l."android") ->> rule, l."geo" ->> rule, l."languages" ->> rule, jsonb_path_query_first(l."schedule", '$[*] ? (@.from == $rule).url', jsonb_build_object('rule', rule)) #>> '{}'
    ), rule IS NULL)
  HAVING count(*) > 0;
  RETURN NULL;
END;
$$;
