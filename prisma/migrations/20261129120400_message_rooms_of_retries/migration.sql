-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "broughtForwardFrom" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "DroppedMessage" (
    "id" BIGSERIAL NOT NULL,
    "receiverId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "count" BIGINT NOT NULL,

    CONSTRAINT "DroppedMessage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DroppedMessage_receiverId_at_idx" ON "DroppedMessage"("receiverId", "at");

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
