-- Messages about changes of links and people, whoever makes them, written in the transaction of the change: lib/messages/sender.ts sends
-- them. Without a receiver for an event nothing is written.

-- How many messages of an event wait at most, of those that were not tried yet and of those to be tried again.
CREATE OR REPLACE FUNCTION "mostWaiting"(kind text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'webhook' THEN 1000 ELSE 30 END
$$;

-- How many further messages of an event a receiver takes: a webhook while fewer than 1,000 wait for their first try, others at most 30 an
-- hour. Those that wait for another try have a room of their own, so that they keep nobody from hearing of what happens after an outage.
-- Each event has its own room, so that many new links keep nobody from hearing of a failed backup. Later than now are those of a clock
-- that was set back.
CREATE OR REPLACE FUNCTION "messageRoom"(receiver uuid, kind text, event text) RETURNS bigint LANGUAGE sql AS $$
  SELECT "mostWaiting"(kind) - count(*) FROM "Delivery" d
  WHERE d."receiverId" = receiver AND d."type" = event AND (
    d."state" = 'waiting' AND d."attempts" = 0
    OR kind <> 'webhook' AND d."state" = 'sent' AND d."createdAt" BETWEEN now() - interval '1 hour' AND now() + interval '1 second'
  )
$$;

-- Whether a message that failed may wait for another try. Ends with the lock of queueMessages, so that no two take the last place.
CREATE OR REPLACE FUNCTION "hasRoomToRetry"(message bigint, receiver uuid, event text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(receiver || ' ' || event, 0));
  RETURN (SELECT count(*) FROM "Delivery" d WHERE d."receiverId" = receiver AND d."type" = event AND d."state" = 'waiting' AND d."attempts" > 0 AND d."id" <> message)
    < (SELECT "mostWaiting"(r."kind") FROM "Receiver" r WHERE r."id" = receiver);
END $$;

-- Events that lib/messages/watch-links.ts finds again, so that what has no room follows later.
CREATE OR REPLACE FUNCTION "followsLater"(event text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event IN ('link.expiring', 'link.expired', 'link.used_up', 'traffic.unusual')
$$;

-- Queues messages for the receivers of an event. `items`: [{linkId, day, data}]. With `once` a receiver gets one for each link and day,
-- by default of today; an event without a link counts as one of link 0. Without room there is neither message nor mark: what was dropped
-- for good is noted in DroppedMessage, with a row each time, because a count in one row would make all writers of links wait for each
-- other. Unless far fewer wait than may, writers of the same event queue one after the other, so that no two take the last place.
CREATE OR REPLACE FUNCTION "queueMessages"(event text, items jsonb, once boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
  room bigint;
BEGIN
  IF jsonb_array_length(items) = 0 THEN RETURN; END IF;
  FOR r IN SELECT "id", "kind" FROM "Receiver" WHERE "enabled" AND event = ANY("events") ORDER BY "id" LOOP
    room := "messageRoom"(r."id", r."kind", event);
    IF room > 0 AND room - jsonb_array_length(items) < 900 THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(r."id" || ' ' || event, 0));
      room := "messageRoom"(r."id", r."kind", event);
    END IF;
    WITH given AS (
      SELECT i."at", coalesce((i."item" ->> 'linkId')::int, 0) AS "linkId", i."item" -> 'data' AS "data",
             coalesce((i."item" ->> 'day')::date, (now() AT TIME ZONE 'UTC')::date) AS "day"
      FROM jsonb_array_elements(items) WITH ORDINALITY AS i("item", "at")
    ), wanted AS (
      SELECT g.*, row_number() OVER (ORDER BY g."at") AS "place" FROM given g
      WHERE NOT once OR NOT EXISTS (
        SELECT FROM "MessageMark" m WHERE m."receiverId" = r."id" AND m."type" = event AND m."linkId" = g."linkId" AND m."day" = g."day"
      )
    ), marked AS (
      INSERT INTO "MessageMark" ("receiverId", "type", "linkId", "day")
      SELECT r."id", event, "linkId", "day" FROM wanted WHERE once AND "place" <= room ORDER BY "linkId", "day"
      ON CONFLICT DO NOTHING RETURNING "linkId", "day"
    ), dropped AS (
      INSERT INTO "DroppedMessage" ("receiverId", "type", "count")
      SELECT r."id", event, count(*) FROM wanted WHERE "place" > room AND NOT "followsLater"(event) HAVING count(*) > 0
    )
    INSERT INTO "Delivery" ("receiverId", "type", "linkId", "data")
    SELECT r."id", event, nullif(w."linkId", 0), w."data" FROM wanted w
    WHERE w."place" <= room AND (NOT once OR EXISTS (SELECT FROM marked m WHERE m."linkId" = w."linkId" AND m."day" = w."day"))
    ORDER BY w."at";
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "hasReceiver"(event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "Receiver" WHERE "enabled" AND event = ANY("events"))
$$;

CREATE OR REPLACE FUNCTION "messageTime"(given jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char((given #>> '{}')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- What a message says of a link. Neither its note nor its password.
CREATE OR REPLACE FUNCTION "messageLink"(link jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', link -> 'id', 'slug', link -> 'slug', 'url', link -> 'url', 'title', link -> 'title', 'enabled', link -> 'enabled',
    'startsAt', "messageTime"(link -> 'startsAt'), 'expiresAt', "messageTime"(link -> 'expiresAt'), 'maxClicks', link -> 'maxClicks',
    'createdAt', "messageTime"(link -> 'createdAt'), 'updatedAt', "messageTime"(link -> 'updatedAt')
  )
$$;

-- An import is one message, which lib/transfer/import-links.ts queues when it has finished.
CREATE OR REPLACE FUNCTION "noteCreatedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "hasReceiver"('link.created') THEN RETURN NULL; END IF;
  PERFORM "queueMessages"('link.created', coalesce(jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)))), '[]'), false)
  FROM (SELECT * FROM added WHERE "createdBy" IS NULL OR "createdBy" NOT LIKE 'import:%' ORDER BY "id" LIMIT 1000) l;
  RETURN NULL;
END;
$$;

-- `changed`: the fields; empty if only tags or aliases were.
CREATE OR REPLACE FUNCTION "noteUpdatedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "hasReceiver"('link.updated') THEN RETURN NULL; END IF;
  PERFORM "queueMessages"('link.updated', coalesce(jsonb_agg(jsonb_build_object('linkId', c."id", 'data', c."data")), '[]'), true)
  FROM (
    SELECT n."id", "messageLink"(to_jsonb(n)) || jsonb_build_object('changed', (
      SELECT coalesce(jsonb_agg(CASE f."key" WHEN 'passwordHash' THEN 'password' ELSE f."key" END ORDER BY f."key"), '[]')
      FROM jsonb_each(to_jsonb(n)) f
      WHERE f."key" NOT IN ('updatedAt', 'editedBy') AND f."value" IS DISTINCT FROM to_jsonb(o) -> f."key"
    )) AS "data"
    FROM new_links n JOIN old_links o ON o."id" = n."id" WHERE n."updatedAt" <> o."updatedAt" ORDER BY n."id" LIMIT 1000
  ) c;
  RETURN NULL;
END;
$$;

-- Not for an import that is undone (lib/transfer/undo-import.ts), whose links were not announced one by one.
CREATE OR REPLACE FUNCTION "noteDeletedLinks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('slugline.undo', true) = 'on' OR NOT "hasReceiver"('link.deleted') THEN RETURN NULL; END IF;
  PERFORM "queueMessages"('link.deleted', coalesce(jsonb_agg(jsonb_build_object('linkId', l."id", 'data', "messageLink"(to_jsonb(l)))), '[]'), false)
  FROM (SELECT * FROM gone ORDER BY "id" LIMIT 1000) l;
  RETURN NULL;
END;
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

-- A destination is broken once checks a day apart failed, as in lib/previews/broken-destinations.ts, and so is an address of a rule
-- (RuleCheck): `destination` says which, and nothing is said of one that the link has no longer. Links that lead nowhere are left out, as
-- in the overview.
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

-- A destination moved once successful checks of a day ended at another domain, as in lib/previews/moved-destinations.ts.
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

CREATE OR REPLACE FUNCTION "noteAddedPerson"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "hasReceiver"('person.added') THEN RETURN NULL; END IF;
  PERFORM "queueMessages"('person.added', jsonb_build_array(jsonb_build_object('data',
    jsonb_build_object('name', NEW."name", 'email', NEW."email", 'role', NEW."role"))), false);
  RETURN NULL;
END;
$$;

-- What a person set up to send does not go on without that person, nor later for whoever switches it on again. First the messages, in
-- the order of lib/messages/claims.ts.
CREATE OR REPLACE FUNCTION "endReceiversOfOwner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Delivery" SET "state" = 'failed', "error" = 'The person who answers for the receiver is no owner any more.', "claimedUntil" = NULL
  WHERE "state" = 'waiting' AND "receiverId" IN (SELECT "id" FROM "Receiver" WHERE "ownerId" = OLD."id" AND "enabled");
  UPDATE "Receiver" SET "enabled" = false, "offReason" = 'person' WHERE "ownerId" = OLD."id" AND "enabled";
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END;
$$;

-- A message is said in the same language in each try: the one that whoever made the receiver had chosen when it was queued.
CREATE OR REPLACE FUNCTION "noteMessageLanguage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."language" := (SELECT o."language" FROM "Receiver" r JOIN "Owner" o ON o."id" = r."ownerId" WHERE r."id" = NEW."receiverId");
  RETURN NEW;
END $$;

CREATE TRIGGER "Link_note_created" AFTER INSERT ON "Link" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "noteCreatedLinks"();
CREATE TRIGGER "Link_note_updated" AFTER UPDATE ON "Link" REFERENCING NEW TABLE AS new_links OLD TABLE AS old_links
FOR EACH STATEMENT EXECUTE FUNCTION "noteUpdatedLinks"();
CREATE TRIGGER "Link_note_deleted" AFTER DELETE ON "Link" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "noteDeletedLinks"();
CREATE TRIGGER "LinkCounter_note_milestone" AFTER UPDATE OF "clickCount" ON "LinkCounter" FOR EACH ROW WHEN (
  OLD."clickCount" = 0 AND NEW."clickCount" > 0
  OR NEW."clickCount" >= 100 AND length(NEW."clickCount"::text) > length(OLD."clickCount"::text)
) EXECUTE FUNCTION "noteClickMilestone"();
CREATE TRIGGER "LinkPreview_note_health" AFTER UPDATE OF "checkedAt" ON "LinkPreview" FOR EACH ROW WHEN (
  coalesce(OLD."brokenSince" >= OLD."failingSince" AND OLD."checkedAt" >= OLD."brokenSince" + interval '1 day', false)
  <> coalesce(NEW."brokenSince" >= NEW."failingSince" AND NEW."checkedAt" >= NEW."brokenSince" + interval '1 day', false)
) EXECUTE FUNCTION "noteDestinationHealth"();
CREATE TRIGGER "LinkPreview_note_moved" AFTER UPDATE OF "movedAt" ON "LinkPreview" FOR EACH ROW WHEN (
  NEW."movedAt" >= NEW."movedSince" + interval '1 day' AND NOT coalesce(OLD."movedAt" >= OLD."movedSince" + interval '1 day', false)
) EXECUTE FUNCTION "noteMovedDestination"();
CREATE TRIGGER "RuleCheck_note_health" AFTER UPDATE OF "checkedAt" ON "RuleCheck" FOR EACH ROW WHEN (
  OLD."url" = NEW."url"
  AND coalesce(OLD."checkedAt" >= OLD."brokenSince" + interval '1 day', false)
    <> coalesce(NEW."checkedAt" >= NEW."brokenSince" + interval '1 day', false)
) EXECUTE FUNCTION "noteDestinationHealth"();
CREATE TRIGGER "Owner_note_added" AFTER INSERT ON "Owner" FOR EACH ROW EXECUTE FUNCTION "noteAddedPerson"();
CREATE TRIGGER "Owner_end_receivers" BEFORE DELETE ON "Owner" FOR EACH ROW EXECUTE FUNCTION "endReceiversOfOwner"();
CREATE TRIGGER "Owner_end_receivers_of_role" BEFORE UPDATE OF "role" ON "Owner"
FOR EACH ROW WHEN (OLD."role" = 'owner' AND NEW."role" <> 'owner') EXECUTE FUNCTION "endReceiversOfOwner"();
CREATE TRIGGER "Delivery_note_language" BEFORE INSERT ON "Delivery" FOR EACH ROW EXECUTE FUNCTION "noteMessageLanguage"();
