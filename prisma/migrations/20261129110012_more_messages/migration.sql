-- Messages about clicks, destinations and people.

-- Queues messages for the receivers of an event. `items`: [{linkId, day, data}]. With `once` a receiver gets one for each link and day,
-- by default of today; an event without a link counts as one of link 0. A webhook gets no further ones while 1,000 wait, and a chat at most 30 an hour.
CREATE OR REPLACE FUNCTION "queueMessages"(event text, items jsonb, once boolean) RETURNS void LANGUAGE sql AS $$
  WITH wanted AS (
    SELECT r."id" AS "receiverId", i."at", coalesce((i."item" ->> 'linkId')::int, 0) AS "linkId", i."item" -> 'data' AS "data",
           coalesce((i."item" ->> 'day')::date, (now() AT TIME ZONE 'UTC')::date) AS "day", r."room"
    FROM (
      SELECT "id", CASE "kind" WHEN 'webhook' THEN 1000 ELSE 30 END - (
        SELECT count(*) FROM "Delivery" d
        WHERE d."receiverId" = "Receiver"."id" AND (d."state" = 'waiting' OR "kind" <> 'webhook' AND d."createdAt" > now() - interval '1 hour')
      ) AS "room"
      FROM "Receiver" WHERE "enabled" AND event = ANY("events")
    ) r CROSS JOIN jsonb_array_elements(items) WITH ORDINALITY AS i("item", "at")
  ), marked AS (
    INSERT INTO "MessageMark" ("receiverId", "type", "linkId", "day")
    SELECT "receiverId", event, "linkId", "day" FROM wanted WHERE once AND "at" <= "room" ORDER BY "receiverId", "linkId", "day"
    ON CONFLICT DO NOTHING RETURNING "receiverId", "linkId", "day"
  )
  INSERT INTO "Delivery" ("receiverId", "type", "linkId", "data")
  SELECT w."receiverId", event, nullif(w."linkId", 0), w."data" FROM wanted w
  WHERE w."at" <= w."room"
    AND (NOT once OR EXISTS (
      SELECT FROM marked m WHERE m."receiverId" = w."receiverId" AND m."linkId" = w."linkId" AND m."day" = w."day"
    ))
  ORDER BY w."at"
$$;

-- The first click, and each power of ten from 100 clicks on. Called for these alone, when clicks are added up
-- (lib/stats/aggregate/aggregate-clicks.ts).
CREATE OR REPLACE FUNCTION "noteClickMilestone"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE WHEN NEW."clickCount" < 100 THEN 'link.first_click' ELSE 'link.threshold' END;
BEGIN
  IF OLD."clickCount" = 0 AND event <> 'link.first_click' AND "hasReceiver"('link.first_click') THEN
    PERFORM "queueMessages"('link.first_click', jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)))), true)
    FROM "Link" l WHERE l."id" = NEW."linkId" HAVING count(*) > 0;
  END IF;
  IF NOT "hasReceiver"(event) THEN RETURN NULL; END IF;
  PERFORM "queueMessages"(event, jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)) || CASE event
    WHEN 'link.threshold' THEN jsonb_build_object('threshold', (10 ^ (length(NEW."clickCount"::text) - 1))::bigint, 'clickCount', NEW."clickCount")
    ELSE '{}' END)), true)
  FROM "Link" l WHERE l."id" = NEW."linkId" HAVING count(*) > 0;
  RETURN NULL;
END;
$$;

-- A destination is broken once checks a day apart failed, as in lib/previews/broken-destinations.ts. Links that lead nowhere are left
-- out, as in the overview.
CREATE OR REPLACE FUNCTION "noteDestinationHealth"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE WHEN NEW."brokenSince" IS NULL THEN 'link.recovered' ELSE 'link.broken' END;
BEGIN
  IF event = 'link.recovered' AND NEW."health" IS DISTINCT FROM 'reachable' OR NOT "hasReceiver"(event) THEN RETURN NULL; END IF;
  PERFORM "queueMessages"(event, jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)) || jsonb_build_object(
    'reason', NEW."failReason", 'brokenSince', "messageTime"(to_jsonb(coalesce(NEW."brokenSince", OLD."brokenSince")))))), true)
  FROM "Link" l WHERE l."id" = NEW."linkId" AND l."enabled" AND coalesce(l."expiresAt" > now(), true) HAVING count(*) > 0;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE FUNCTION "noteAddedPerson"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "hasReceiver"('person.added') THEN RETURN NULL; END IF;
  PERFORM "queueMessages"('person.added', jsonb_build_array(jsonb_build_object('data',
    jsonb_build_object('name', NEW."name", 'email', NEW."email", 'role', NEW."role"))), false);
  RETURN NULL;
END;
$$;

CREATE TRIGGER "LinkCounter_note_milestone" AFTER UPDATE OF "clickCount" ON "LinkCounter" FOR EACH ROW WHEN (
  OLD."clickCount" = 0 AND NEW."clickCount" > 0
  OR NEW."clickCount" >= 100 AND length(NEW."clickCount"::text) > length(OLD."clickCount"::text)
) EXECUTE FUNCTION "noteClickMilestone"();
CREATE TRIGGER "LinkPreview_note_health" AFTER UPDATE OF "checkedAt" ON "LinkPreview" FOR EACH ROW WHEN (
  coalesce(OLD."brokenSince" >= OLD."failingSince" AND OLD."checkedAt" >= OLD."brokenSince" + interval '1 day', false)
  <> coalesce(NEW."brokenSince" >= NEW."failingSince" AND NEW."checkedAt" >= NEW."brokenSince" + interval '1 day', false)
) EXECUTE FUNCTION "noteDestinationHealth"();
CREATE TRIGGER "Owner_note_added" AFTER INSERT ON "Owner" FOR EACH ROW EXECUTE FUNCTION "noteAddedPerson"();
