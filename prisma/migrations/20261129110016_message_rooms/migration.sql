-- Each event has its own room, and what waits ends with whoever answers for the receiver.

-- How many further messages of an event a receiver takes: a webhook while fewer than 1,000 wait, others at most 30 an hour. Each event
-- has its own room, so that many new links keep nobody from hearing of a failed backup. Later than now are those of a clock that was set back.
CREATE OR REPLACE FUNCTION "messageRoom"(receiver uuid, kind text, event text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE kind WHEN 'webhook' THEN 1000 ELSE 30 END - count(*) FROM "Delivery" d
  WHERE d."receiverId" = receiver AND d."type" = event AND (
    d."state" = 'waiting'
    OR kind <> 'webhook' AND d."createdAt" BETWEEN now() - interval '1 hour' AND now() + interval '1 second'
  )
$$;

-- Queues messages for the receivers of an event. `items`: [{linkId, day, data}]. With `once` a receiver gets one for each link and day,
-- by default of today; an event without a link counts as one of link 0. Without room there is neither message nor mark.
CREATE OR REPLACE FUNCTION "queueMessages"(event text, items jsonb, once boolean) RETURNS void LANGUAGE sql AS $$
  WITH receivers AS MATERIALIZED (
    SELECT "id", "messageRoom"("id", "kind", event) AS "room" FROM "Receiver" WHERE "enabled" AND event = ANY("events")
  ), given AS (
    SELECT r."id" AS "receiverId", r."room", i."at", coalesce((i."item" ->> 'linkId')::int, 0) AS "linkId", i."item" -> 'data' AS "data",
           coalesce((i."item" ->> 'day')::date, (now() AT TIME ZONE 'UTC')::date) AS "day"
    FROM receivers r CROSS JOIN jsonb_array_elements(items) WITH ORDINALITY AS i("item", "at")
  ), wanted AS (
    SELECT g.*, row_number() OVER (PARTITION BY g."receiverId" ORDER BY g."at") AS "place" FROM given g
    WHERE NOT once OR NOT EXISTS (
      SELECT FROM "MessageMark" m WHERE m."receiverId" = g."receiverId" AND m."type" = event AND m."linkId" = g."linkId" AND m."day" = g."day"
    )
  ), marked AS (
    INSERT INTO "MessageMark" ("receiverId", "type", "linkId", "day")
    SELECT "receiverId", event, "linkId", "day" FROM wanted WHERE once AND "place" <= "room" ORDER BY "receiverId", "linkId", "day"
    ON CONFLICT DO NOTHING RETURNING "receiverId", "linkId", "day"
  )
  INSERT INTO "Delivery" ("receiverId", "type", "linkId", "data")
  SELECT w."receiverId", event, nullif(w."linkId", 0), w."data" FROM wanted w
  WHERE w."place" <= w."room"
    AND (NOT once OR EXISTS (
      SELECT FROM marked m WHERE m."receiverId" = w."receiverId" AND m."linkId" = w."linkId" AND m."day" = w."day"
    ))
  ORDER BY w."at"
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
