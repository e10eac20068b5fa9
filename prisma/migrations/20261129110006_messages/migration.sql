-- Messages about events: receivers, and the queue of deliveries that triggers fill.
-- CreateTable
CREATE TABLE "Receiver" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "offReason" TEXT,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "ownerId" TEXT,
    "pausedUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),

    CONSTRAINT "Receiver_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" BIGSERIAL NOT NULL,
    "receiverId" UUID NOT NULL,
    "messageId" TEXT NOT NULL DEFAULT ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
    "type" TEXT NOT NULL,
    "linkId" INTEGER,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "waitS" INTEGER NOT NULL DEFAULT 0,
    "claimedUntil" TIMESTAMPTZ(3),
    "triedAt" TIMESTAMPTZ(3),
    "status" INTEGER,
    "durationMs" INTEGER,
    "response" TEXT,
    "error" TEXT,

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MessageMark" (
    "receiverId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "linkId" INTEGER NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "MessageMark_pkey" PRIMARY KEY ("receiverId","type","linkId","day")
);

-- CreateIndex
CREATE INDEX "Delivery_receiverId_state_nextAt_idx" ON "Delivery"("receiverId", "state", "nextAt");

-- CreateIndex
CREATE INDEX "Delivery_receiverId_id_idx" ON "Delivery"("receiverId", "id");

-- AddForeignKey
ALTER TABLE "Receiver" ADD CONSTRAINT "Receiver_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Owner"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Queues messages for the receivers of an event. `items`: [{linkId, day, data}]. With `once` a receiver gets one for each link and day,
-- by default of today. Of more than 1,000 waiting messages a receiver gets no further ones.
CREATE OR REPLACE FUNCTION "queueMessages"(event text, items jsonb, once boolean) RETURNS void LANGUAGE sql AS $$
  WITH wanted AS (
    SELECT r."id" AS "receiverId", i."at", (i."item" ->> 'linkId')::int AS "linkId", i."item" -> 'data' AS "data",
           coalesce((i."item" ->> 'day')::date, (now() AT TIME ZONE 'UTC')::date) AS "day", r."room"
    FROM (
      SELECT "id", 1000 - (SELECT count(*) FROM "Delivery" d WHERE d."receiverId" = "Receiver"."id" AND d."state" = 'waiting') AS "room"
      FROM "Receiver" WHERE "enabled" AND event = ANY("events")
    ) r CROSS JOIN jsonb_array_elements(items) WITH ORDINALITY AS i("item", "at")
  ), marked AS (
    INSERT INTO "MessageMark" ("receiverId", "type", "linkId", "day")
    SELECT "receiverId", event, "linkId", "day" FROM wanted WHERE once AND "at" <= "room" ORDER BY "receiverId", "linkId", "day"
    ON CONFLICT DO NOTHING RETURNING "receiverId", "linkId", "day"
  )
  INSERT INTO "Delivery" ("receiverId", "type", "linkId", "data")
  SELECT w."receiverId", event, w."linkId", w."data" FROM wanted w
  WHERE w."at" <= w."room"
    AND (NOT once OR EXISTS (
      SELECT FROM marked m WHERE m."receiverId" = w."receiverId" AND m."linkId" = w."linkId" AND m."day" = w."day"
    ))
  ORDER BY w."at"
$$;

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

-- What a person set up to send does not go on without that person.
CREATE OR REPLACE FUNCTION "endReceiversOfOwner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Receiver" SET "enabled" = false, "offReason" = 'person' WHERE "ownerId" = OLD."id" AND "enabled";
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END;
$$;

CREATE TRIGGER "Link_note_created" AFTER INSERT ON "Link" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "noteCreatedLinks"();
CREATE TRIGGER "Link_note_updated" AFTER UPDATE ON "Link" REFERENCING NEW TABLE AS new_links OLD TABLE AS old_links
FOR EACH STATEMENT EXECUTE FUNCTION "noteUpdatedLinks"();
CREATE TRIGGER "Link_note_deleted" AFTER DELETE ON "Link" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "noteDeletedLinks"();
CREATE TRIGGER "Owner_end_receivers" BEFORE DELETE ON "Owner" FOR EACH ROW EXECUTE FUNCTION "endReceiversOfOwner"();
CREATE TRIGGER "Owner_end_receivers_of_role" BEFORE UPDATE OF "role" ON "Owner"
FOR EACH ROW WHEN (OLD."role" = 'owner' AND NEW."role" <> 'owner') EXECUTE FUNCTION "endReceiversOfOwner"();
