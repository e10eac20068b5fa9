--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: pg_trgm; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;


--
-- Name: addClickMonth(timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."addClickMonth"(start timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  "name" text := 'Click_' || to_char("start" AT TIME ZONE 'UTC', 'YYYY_MM');
  "end" timestamptz := ("start" AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(format('%I', "name")) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE "Click" INCLUDING ALL)', "name");
  LOCK TABLE "Click_default" IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('WITH moved AS (DELETE FROM "Click_default" WHERE "createdAt" >= %L AND "createdAt" < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', "start", "end", "name");
  EXECUTE format('ALTER TABLE "Click" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', "name", "start", "end");
END;
$$;


--
-- Name: addFirstDays(integer, bigint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."addFirstDays"(slot integer, clicks bigint) RETURNS void
    LANGUAGE sql
    AS $_$
  INSERT INTO "DayTotal" AS t ("day", "slot", "firstDayClicks") SELECT (now() AT TIME ZONE 'UTC')::date, $1, $2 WHERE $2 <> 0
  ON CONFLICT ("day", "slot") DO UPDATE SET "firstDayClicks" = t."firstDayClicks" + excluded."firstDayClicks"
$_$;


--
-- Name: addLabelTotals(date[], smallint[], text[], text[], bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."addLabelTotals"(days date[], dimensions smallint[], labels text[], details text[], counts bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF "days" IS NULL THEN RETURN; END IF;
  PERFORM "addLabelTotalsTo"('DayLabelTotal', 'day', "days", "dimensions", "labels", "details", "counts");
  PERFORM "addLabelTotalsTo"('MonthLabelTotal', 'month', array_agg("month"), array_agg("dimension"), array_agg("label"), array_agg("detail"), array_agg("clicks"))
  FROM (
    SELECT date_trunc('month', "day"::timestamp)::date AS "month", "dimension", "label", "detail", sum("clicks")::bigint AS "clicks"
    FROM unnest("days", "dimensions", "labels", "details", "counts") AS c("day", "dimension", "label", "detail", "clicks") GROUP BY 1, 2, 3, 4
  ) months;
END;
$$;


--
-- Name: addLabelTotalsTo(text, text, date[], smallint[], text[], text[], bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."addLabelTotalsTo"("into" text, per text, date[], smallint[], text[], text[], bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $_$
BEGIN
  IF 0 < ANY($7) THEN
    EXECUTE format($sql$
      WITH labelled AS MATERIALIZED (
        SELECT c.*, (
          SELECT true FROM %1$I k WHERE k."dimension" = c."dimension" AND k.%2$I = c."period" AND k."label" = c."label" AND k."detail" = c."detail"
        ) AS "isKnown"
        FROM unnest($1, $2, $3, $4, $5) AS c("period", "dimension", "label", "detail", "clicks") WHERE c."clicks" > 0
      ), fresh AS MATERIALIZED (
        SELECT *, row_number() OVER (PARTITION BY "dimension", "period" ORDER BY "clicks" DESC, "label", "detail") AS "place"
        FROM labelled WHERE "isKnown" IS NULL
      ), roomy AS MATERIALIZED (
        SELECT *, max(CASE WHEN "place" = 1 THEN 1000 - (
          SELECT count(*) FROM (SELECT FROM %1$I k WHERE k."dimension" = f."dimension" AND k.%2$I = f."period" LIMIT 1000) taken
        ) END) OVER (PARTITION BY "dimension", "period") AS "left"
        FROM fresh f
      )
      INSERT INTO %1$I AS t ("dimension", %2$I, "label", "detail", "clicks")
      SELECT "dimension", "period", "label", "detail", sum("clicks") FROM (
        SELECT "dimension", "period", "label", "detail", "clicks" FROM labelled WHERE "isKnown"
        UNION ALL
        SELECT "dimension", "period", CASE WHEN "place" <= "left" THEN "label" ELSE 'Other' END,
               CASE WHEN "place" <= "left" THEN "detail" ELSE "otherDetail"("dimension") END, "clicks"
        FROM roomy
      ) settled GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT ("dimension", %2$I, "label", "detail") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"
    $sql$, "into", "per") USING $3, $4, $5, $6, $7;
  END IF;
  IF 0 > ANY($7) THEN
    EXECUTE format($sql$
      WITH change AS MATERIALIZED (
        SELECT "dimension", "period", "label", "detail", -"clicks" AS "clicks"
        FROM unnest($1, $2, $3, $4, $5) AS c("period", "dimension", "label", "detail", "clicks") WHERE c."clicks" < 0
      ), wanted AS MATERIALIZED (
        SELECT "dimension", "period", "label", "detail" FROM change
        UNION SELECT "dimension", "period", 'Other', "otherDetail"("dimension") FROM change
      ), locked AS MATERIALIZED (
        SELECT t.* FROM wanted w JOIN %1$I t ON t."dimension" = w."dimension" AND t.%2$I = w."period" AND t."label" = w."label" AND t."detail" = w."detail"
        ORDER BY t."dimension", t.%2$I, t."label", t."detail" FOR UPDATE OF t
      ), split AS MATERIALIZED (
        SELECT c.*, least(c."clicks", coalesce(l."clicks", 0)) AS "own" FROM change c LEFT JOIN locked l
          ON l."dimension" = c."dimension" AND l.%2$I = c."period" AND l."label" = c."label" AND l."detail" = c."detail"
      ), taken AS (
        SELECT "dimension", "period", "label", "detail", sum("clicks") AS "clicks" FROM (
          SELECT "dimension", "period", "label", "detail", "own" AS "clicks" FROM split
          UNION ALL SELECT "dimension", "period", 'Other', "otherDetail"("dimension"), "clicks" - "own" FROM split
        ) parts GROUP BY 1, 2, 3, 4
      )
      UPDATE %1$I t SET "clicks" = t."clicks" - k."clicks" FROM taken k
      WHERE t."dimension" = k."dimension" AND t.%2$I = k."period" AND t."label" = k."label" AND t."detail" = k."detail" AND k."clicks" > 0
    $sql$, "into", "per") USING $3, $4, $5, $6, $7;
    EXECUTE format($sql$
      DELETE FROM %1$I t USING unnest($1, $2, $3, $4, $5) AS c("period", "dimension", "label", "detail", "clicks")
      WHERE t."dimension" = c."dimension" AND t.%2$I = c."period" AND t."label" = c."label" AND t."detail" = c."detail" AND t."clicks" = 0
    $sql$, "into", "per") USING $3, $4, $5, $6, $7;
  END IF;
END;
$_$;


--
-- Name: countCreatedLinks(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."countCreatedLinks"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "DayTotal" AS t ("day", "slot", "links")
  SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5 + pg_backend_pid() % 4, count(*) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT ("day", "slot") DO UPDATE SET "links" = t."links" + excluded."links";
  RETURN NULL;
END;
$$;


--
-- Name: countDeletedFirstDays(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."countDeletedFirstDays"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM "addFirstDays"(9 + pg_backend_pid() % 4, -sum("firstDayClicks")::bigint) FROM removed;
  RETURN NULL;
END;
$$;


--
-- Name: countDeletedLinks(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."countDeletedLinks"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "DayTotal" AS t ("day", "slot", "links")
  SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 5 + pg_backend_pid() % 4, -count(*) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT ("day", "slot") DO UPDATE SET "links" = t."links" + excluded."links";
  RETURN NULL;
END;
$$;


--
-- Name: countFirstDays(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."countFirstDays"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM "addFirstDays"(0, sum(a."firstDayClicks")::bigint) FROM (
    SELECT u."linkId", sum(u."firstDayClicks") AS "firstDayClicks"
    FROM removed r, unnest(r."linkIds", r."firstDayClicks") AS u("linkId", "firstDayClicks")
    WHERE u."firstDayClicks" > 0 GROUP BY 1 OFFSET 0
  ) a WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = a."linkId");
  RETURN NULL;
END;
$$;


--
-- Name: countLabels(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."countLabels"() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
  "state" "RollupState";
  "columns" text := '"linkId", "day", "dimension", "label", "detail"';
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock(1718578276);
  END IF;
  SELECT * INTO "state" FROM "RollupState";
  EXECUTE format($sql$
    SELECT "addLabelTotals"(array_agg("day"), array_agg("dimension"), array_agg("label"), array_agg("detail"), array_agg("clicks")) FROM (
      SELECT "day", "dimension", "label", "detail", sum("clicks")::bigint AS "clicks" FROM (%s) changed
      WHERE ("linkId", "day") < ($1, $2) OR "linkId" > $3 GROUP BY 1, 2, 3, 4 HAVING sum("clicks") <> 0
    ) counted
  $sql$, concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT %s, "clicks" FROM added', "columns") END,
    CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT %s, -"clicks" AS "clicks" FROM removed', "columns") END
  )) USING "state"."totalsLinkId", "state"."totalsDay", "state"."totalsEndLinkId";
  RETURN NULL;
END;
$_$;


--
-- Name: countVisitors(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."countVisitors"() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
  "per" text := TG_ARGV[0];
  "state" "RollupState";
BEGIN
  SELECT * INTO "state" FROM "RollupState";
  EXECUTE format($sql$
    INSERT INTO %1$s SELECT %2$I, %3$s, sum("visitors") FROM (%4$s) changed
    WHERE ("linkId", %2$I) < ($1, %6$s) OR "linkId" > $3 GROUP BY 1 HAVING sum("visitors") <> 0 ORDER BY 1
    ON CONFLICT %5$s DO UPDATE SET "visitors" = t."visitors" + excluded."visitors"
  $sql$,
    CASE "per" WHEN 'day' THEN '"DayTotal" AS t ("day", "slot", "visitors")' ELSE '"HourTotal" AS t ("hour", "clicks", "visitors")' END, "per", 0,
    concat_ws(' UNION ALL ',
      CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT "linkId", %I, "visitors" FROM added', "per") END,
      CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT "linkId", %I, -"visitors" AS "visitors" FROM removed', "per") END
    ),
    CASE "per" WHEN 'day' THEN '("day", "slot")' ELSE '("hour")' END,
    CASE "per" WHEN 'day' THEN '$2' ELSE '$2::timestamp AT TIME ZONE ''UTC''' END
  ) USING "state"."totalsLinkId", "state"."totalsDay", "state"."totalsEndLinkId";
  IF "per" = 'day' AND TG_OP <> 'DELETE' THEN
    UPDATE "RollupState" SET "settledVersion" = "settledVersion" + 1 WHERE EXISTS (SELECT FROM added WHERE "day" < "visitorsSince");
  END IF;
  RETURN NULL;
END;
$_$;


--
-- Name: forgetOldLinkChanges(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."forgetOldLinkChanges"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "LinkChange" WHERE "linkId" = NEW."linkId" AND "at" < (
    SELECT "at" FROM "LinkChange" WHERE "linkId" = NEW."linkId" ORDER BY "at" DESC OFFSET 199 LIMIT 1
  );
  RETURN NULL;
END;
$$;


--
-- Name: forgetPreview(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."forgetPreview"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "LinkPreview" WHERE "linkId" = NEW."id";
  UPDATE "LinkCounter" SET "ogFetchFailCount" = 0 WHERE "linkId" = NEW."id" AND "ogFetchFailCount" <> 0;
  RETURN NULL;
END;
$$;


--
-- Name: indexClickTimes(regclass); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."indexClickTimes"(partition regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  "name" text := (SELECT "relname" || '_createdAt_idx' FROM pg_class WHERE "oid" = "partition");
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('indexClickTimes'));
  IF EXISTS (
    SELECT FROM pg_index x JOIN pg_inherits i ON i."inhrelid" = x."indexrelid"
    WHERE x."indrelid" = "partition" AND i."inhparent" = '"Click_createdAt_idx"'::regclass
  ) THEN RETURN; END IF;
  EXECUTE format('CREATE INDEX %I ON %s USING BRIN ("createdAt") WITH (pages_per_range = 32, autosummarize = on)', "name", "partition");
  EXECUTE format('ALTER INDEX "Click_createdAt_idx" ATTACH PARTITION %I', "name");
END;
$$;


--
-- Name: noteEndingChange(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."noteEndingChange"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "LinkChange" ("linkId", "at", "kind", "by", "from", "to")
  SELECT NEW."id", NEW."updatedAt", c."kind", NEW."editedBy", c."from", c."to"
  FROM (VALUES
    ('maxClicks', OLD."maxClicks" IS DISTINCT FROM NEW."maxClicks", to_jsonb(OLD."maxClicks"), to_jsonb(NEW."maxClicks")),
    ('startsAt', OLD."startsAt" IS DISTINCT FROM NEW."startsAt", to_jsonb(OLD."startsAt"), to_jsonb(NEW."startsAt")),
    ('expiredUrl', OLD."expiredUrl" IS DISTINCT FROM NEW."expiredUrl", to_jsonb(OLD."expiredUrl"), to_jsonb(NEW."expiredUrl")),
    ('password', OLD."passwordHash" IS DISTINCT FROM NEW."passwordHash", to_jsonb(OLD."passwordHash" IS NOT NULL),
      to_jsonb(NEW."passwordHash" IS NOT NULL)),
    ('forwardQuery', OLD."forwardQuery" <> NEW."forwardQuery", to_jsonb(OLD."forwardQuery"), to_jsonb(NEW."forwardQuery")),
    ('forwardUtm', OLD."forwardUtm" <> NEW."forwardUtm", to_jsonb(OLD."forwardUtm"), to_jsonb(NEW."forwardUtm")),
    ('description', OLD."description" IS DISTINCT FROM NEW."description", to_jsonb(OLD."description"), to_jsonb(NEW."description")),
    ('image', OLD."image" IS DISTINCT FROM NEW."image", to_jsonb(OLD."image"), to_jsonb(NEW."image"))
  ) AS c("kind", "isChanged", "from", "to")
  WHERE c."isChanged"
  ON CONFLICT ("linkId", "at", "kind") DO UPDATE SET "to" = excluded."to", "by" = excluded."by";
  RETURN NEW;
END;
$$;


--
-- Name: noteLinkChange(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."noteLinkChange"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "LinkChange" ("linkId", "at", "kind", "before", "by", "from", "to")
  SELECT NEW."id", NEW."updatedAt", c."kind", c."before", NEW."editedBy", c."from", c."to"
  FROM (VALUES
    ('renamed', OLD."slug" <> NEW."slug", OLD."slug", to_jsonb(OLD."slug"), to_jsonb(NEW."slug")),
    ('destination', OLD."url" <> NEW."url", left(substring(OLD."url" FROM '^[^:]+://(?:[^/?#]*@)?([^/?#]+)'), 255),
      to_jsonb(OLD."url"), to_jsonb(NEW."url")),
    (CASE WHEN NEW."enabled" THEN 'enabled' ELSE 'disabled' END, OLD."enabled" <> NEW."enabled", NULL,
      to_jsonb(OLD."enabled"), to_jsonb(NEW."enabled")),
    ('title', OLD."title" IS DISTINCT FROM NEW."title", NULL, to_jsonb(OLD."title"), to_jsonb(NEW."title")),
    ('expiry', OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt", NULL, to_jsonb(OLD."expiresAt"), to_jsonb(NEW."expiresAt")),
    ('note', OLD."note" IS DISTINCT FROM NEW."note", NULL, to_jsonb(OLD."note"), to_jsonb(NEW."note"))
  ) AS c("kind", "isChanged", "before", "from", "to")
  WHERE c."isChanged"
  ON CONFLICT ("linkId", "at", "kind") DO UPDATE SET "to" = excluded."to", "by" = excluded."by";
  NEW."editedBy" := NULL;
  RETURN NEW;
END;
$$;


--
-- Name: notifyEdit(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."notifyEdit"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('slugline_edit', '');
  RETURN NULL;
END;
$$;


--
-- Name: notifyLinkChange(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."notifyLinkChange"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('slugline_link', OLD."slug"); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('slugline_link', NEW."slug"); END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'Link' THEN
    PERFORM pg_notify('slugline_link', a."slug") FROM "Alias" a WHERE a."linkId" = NEW."id";
  END IF;
  RETURN NULL;
END;
$$;


--
-- Name: notifySettingChange(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."notifySettingChange"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('slugline_settings', '');
  RETURN NULL;
END;
$$;


--
-- Name: otherDetail(smallint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."otherDetail"(dimension smallint) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT CASE WHEN "dimension" IN (12, 13, 14) THEN 'Other' ELSE '' END
$$;


--
-- Name: refuseSlugOfAlias(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."refuseSlugOfAlias"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1936487795);
  IF EXISTS (SELECT FROM "Alias" WHERE "slug" = NEW."slug") THEN
    RAISE unique_violation USING MESSAGE = 'an alias has this slug', DETAIL = 'Key (slug) already exists.', TABLE = 'Alias', CONSTRAINT = 'Alias_pkey';
  END IF;
  RETURN NEW;
END;
$$;


--
-- Name: refuseSlugOfLink(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."refuseSlugOfLink"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1936487795);
  IF EXISTS (SELECT FROM "Link" WHERE "slug" = NEW."slug") THEN
    RAISE unique_violation USING MESSAGE = 'a link has this slug', DETAIL = 'Key (slug) already exists.', TABLE = 'Link', CONSTRAINT = 'Link_slug_key';
  END IF;
  RETURN NEW;
END;
$$;


--
-- Name: rememberDeletedSlug(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public."rememberDeletedSlug"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "DeletedSlug" ("slug", "deletedAt") VALUES (OLD."slug", now())
  ON CONFLICT ("slug") DO UPDATE SET "deletedAt" = excluded."deletedAt";
  RETURN NULL;
END;
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: Alias; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Alias" (
    slug text NOT NULL,
    "linkId" integer NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: AliasCount; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."AliasCount" (
    slug text NOT NULL,
    slot smallint NOT NULL,
    clicks bigint NOT NULL,
    "lastClickedAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: ApiToken; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."ApiToken" (
    id uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    "lastFour" text NOT NULL,
    "canWrite" boolean NOT NULL,
    "ownerId" text,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "expiresAt" timestamp(3) with time zone,
    "lastUsedAt" timestamp(3) with time zone,
    "revokedAt" timestamp(3) with time zone
);


--
-- Name: Click; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
)
PARTITION BY RANGE ("createdAt");


--
-- Name: ClickBatch; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."ClickBatch" (
    id bigint NOT NULL,
    size integer NOT NULL,
    "linkIds" integer[],
    clicks integer[],
    "firstDayClicks" integer[],
    "firstClickedAts" timestamp(3) with time zone[],
    "lastClickedAts" timestamp(3) with time zone[]
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_scale_factor='0');


--
-- Name: Click_2026_09; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click_2026_09" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
);


--
-- Name: Click_2026_10; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click_2026_10" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
);


--
-- Name: Click_2026_11; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click_2026_11" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
);


--
-- Name: Click_2026_12; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click_2026_12" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
);


--
-- Name: Click_2027_01; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click_2027_01" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
);


--
-- Name: Click_default; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Click_default" (
    "createdAt" timestamp(3) with time zone NOT NULL,
    batch bigint NOT NULL,
    "linkId" integer NOT NULL,
    id uuid NOT NULL,
    visitor bytea NOT NULL,
    referrer text,
    country text,
    region text,
    city text,
    device text NOT NULL,
    browser text NOT NULL,
    os text NOT NULL,
    locale text,
    "utmSource" text,
    "utmMedium" text,
    "utmCampaign" text
);


--
-- Name: DailySalt; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DailySalt" (
    day date NOT NULL,
    salt bytea NOT NULL
);


--
-- Name: DailySaltFingerprint; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DailySaltFingerprint" (
    day date NOT NULL,
    fingerprint bytea NOT NULL
);


--
-- Name: DailySaltRequest; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DailySaltRequest" (
    "publicKey" bytea NOT NULL,
    day date NOT NULL,
    sealed bytea
);


--
-- Name: DayLabelTotal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DayLabelTotal" (
    dimension smallint NOT NULL,
    day date NOT NULL,
    label text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    clicks bigint NOT NULL
)
WITH (fillfactor='85');


--
-- Name: DayTotal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DayTotal" (
    day date NOT NULL,
    slot smallint NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL,
    "botHits" bigint DEFAULT 0 NOT NULL,
    links bigint DEFAULT 0 NOT NULL,
    visitors bigint DEFAULT 0 NOT NULL,
    "firstDayClicks" bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');


--
-- Name: DayVisitor; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DayVisitor" (
    day date NOT NULL,
    "linkId" integer NOT NULL,
    visitor bytea NOT NULL,
    hours integer NOT NULL
);


--
-- Name: DeletedLink; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DeletedLink" (
    "linkId" integer NOT NULL
);


--
-- Name: DeletedSlug; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DeletedSlug" (
    slug text NOT NULL,
    "deletedAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: DismissedItem; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."DismissedItem" (
    "ownerId" text NOT NULL,
    key text NOT NULL,
    "dismissedAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: GuessLimit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."GuessLimit" (
    key text NOT NULL,
    points integer NOT NULL,
    expire timestamp(3) with time zone
);


--
-- Name: HourTotal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."HourTotal" (
    hour timestamp(0) with time zone NOT NULL,
    clicks bigint NOT NULL,
    visitors bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');


--
-- Name: IdempotencyKey; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."IdempotencyKey" (
    "tokenId" text NOT NULL,
    key text NOT NULL,
    request bytea NOT NULL,
    answer jsonb,
    "createdAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: IgnoredSlug; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."IgnoredSlug" (
    slug text NOT NULL,
    "ignoredAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: ImportedLink; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."ImportedLink" (
    "linkId" integer NOT NULL,
    "importId" uuid NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: LateDay; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LateDay" (
    "linkId" integer NOT NULL,
    day date NOT NULL,
    clicks integer NOT NULL,
    "readUntil" timestamp(3) with time zone NOT NULL
);


--
-- Name: LateVisitor; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LateVisitor" (
    "linkId" integer NOT NULL,
    day date NOT NULL,
    visitor bytea NOT NULL,
    hours integer NOT NULL
);


--
-- Name: Link; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Link" (
    id integer NOT NULL,
    slug text NOT NULL,
    url text NOT NULL,
    title text,
    enabled boolean DEFAULT true NOT NULL,
    "expiresAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    "importedClicks" bigint,
    note text,
    "editedBy" text,
    "maxClicks" integer,
    "startsAt" timestamp(3) with time zone,
    "expiredUrl" text,
    "passwordHash" text,
    "forwardQuery" boolean DEFAULT false NOT NULL,
    "forwardUtm" boolean DEFAULT false NOT NULL,
    description text,
    image text
);


--
-- Name: LinkBotHits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkBotHits" (
    "linkId" integer NOT NULL,
    "botHits" bigint NOT NULL
)
WITH (fillfactor='50');


--
-- Name: LinkChange; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkChange" (
    "linkId" integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    before text,
    by text,
    "from" jsonb,
    "to" jsonb
);


--
-- Name: LinkCounter; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkCounter" (
    "linkId" integer NOT NULL,
    "clickCount" bigint DEFAULT 0 NOT NULL,
    "firstDayClicks" bigint DEFAULT 0 NOT NULL,
    "lastClickedAt" timestamp(3) with time zone,
    "botHitCount" bigint DEFAULT 0 NOT NULL,
    "ogFetchFailCount" integer DEFAULT 0 NOT NULL,
    "clickBand" integer GENERATED ALWAYS AS (
CASE
    WHEN ("clickCount" < 16) THEN ("clickCount")::integer
    ELSE (floor((((16)::double precision * ln(("clickCount")::double precision)) / ln((2)::double precision))))::integer
END) STORED,
    "lastClickMinute" integer GENERATED ALWAYS AS (COALESCE((floor((EXTRACT(epoch FROM ("lastClickedAt" AT TIME ZONE 'UTC'::text)) / (60)::numeric)))::integer, 0)) STORED
)
WITH (fillfactor='50');


--
-- Name: LinkDay; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkDay" (
    "linkId" integer NOT NULL,
    day date NOT NULL,
    clicks integer NOT NULL,
    visitors integer NOT NULL
)
WITH (fillfactor='85');


--
-- Name: LinkDayLabel; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkDayLabel" (
    "linkId" integer NOT NULL,
    day date NOT NULL,
    dimension smallint NOT NULL,
    label text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    clicks integer NOT NULL
)
WITH (fillfactor='85');


--
-- Name: LinkHour; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkHour" (
    "linkId" integer NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    clicks integer NOT NULL,
    visitors integer NOT NULL
)
WITH (fillfactor='85');


--
-- Name: LinkImport; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkImport" (
    id uuid NOT NULL,
    source text NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    created integer DEFAULT 0 NOT NULL
);


--
-- Name: LinkMonthLabel; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkMonthLabel" (
    "linkId" integer NOT NULL,
    month date NOT NULL,
    dimension smallint NOT NULL,
    label text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    clicks integer NOT NULL
)
WITH (fillfactor='85');


--
-- Name: LinkPlace; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkPlace" (
    "linkId" integer NOT NULL,
    source text NOT NULL,
    medium text NOT NULL,
    campaign text NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: LinkPreview; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkPreview" (
    "linkId" integer NOT NULL,
    title text,
    description text,
    image text,
    "siteName" text,
    "fetchedAt" timestamp(3) with time zone,
    "checkedAt" timestamp(3) with time zone,
    "failReason" text,
    "failingSince" timestamp(3) with time zone,
    "claimedUntil" timestamp(3) with time zone,
    health text,
    "brokenSince" timestamp(3) with time zone
);


--
-- Name: LinkTag; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."LinkTag" (
    "linkId" integer NOT NULL,
    "tagId" integer NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: PendingHour; Type: VIEW; Schema: public; Owner: -
--

CREATE VIEW public."PendingHour" AS
 SELECT b.id AS batch,
    u."linkId",
    u.clicks,
    u."firstDayClicks",
    u."firstClickedAt",
    u."lastClickedAt"
   FROM public."ClickBatch" b,
    LATERAL UNNEST(b."linkIds", b.clicks, b."firstDayClicks", b."firstClickedAts", b."lastClickedAts") u("linkId", clicks, "firstDayClicks", "firstClickedAt", "lastClickedAt");


--
-- Name: Tag; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Tag" (
    id integer NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: LinkTotals; Type: VIEW; Schema: public; Owner: -
--

CREATE VIEW public."LinkTotals" AS
 SELECT c."linkId",
    (c."clickCount" + COALESCE(t.clicks, (0)::bigint)) AS "clickCount",
    (c."firstDayClicks" + COALESCE(t."firstDayClicks", (0)::bigint)) AS "firstDayClicks",
    GREATEST(c."lastClickedAt", t."lastClickedAt") AS "lastClickedAt",
    (c."botHitCount" + COALESCE(( SELECT b."botHits"
           FROM public."LinkBotHits" b
          WHERE (b."linkId" = c."linkId")), (0)::bigint)) AS "botHitCount",
    c."ogFetchFailCount",
    ARRAY( SELECT g.name
           FROM (public."LinkTag" k
             JOIN public."Tag" g ON ((g.id = k."tagId")))
          WHERE (k."linkId" = c."linkId")) AS tags,
    ARRAY( SELECT a.slug
           FROM public."Alias" a
          WHERE (a."linkId" = c."linkId")) AS aliases
   FROM (public."LinkCounter" c
     LEFT JOIN ( SELECT "PendingHour"."linkId",
            sum("PendingHour".clicks) AS clicks,
            sum("PendingHour"."firstDayClicks") AS "firstDayClicks",
            max("PendingHour"."lastClickedAt") AS "lastClickedAt"
           FROM public."PendingHour"
          GROUP BY "PendingHour"."linkId") t ON ((t."linkId" = c."linkId")));


--
-- Name: Link_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public."Link_id_seq"
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: Link_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public."Link_id_seq" OWNED BY public."Link".id;


--
-- Name: MissedSlug; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."MissedSlug" (
    day date NOT NULL,
    slug text NOT NULL,
    count bigint NOT NULL,
    "lastSeenAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: MonthLabelTotal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."MonthLabelTotal" (
    dimension smallint NOT NULL,
    month date NOT NULL,
    label text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    clicks bigint NOT NULL
)
WITH (fillfactor='85');


--
-- Name: Owner; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Owner" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    "deviceEpoch" integer DEFAULT 0 NOT NULL
);


--
-- Name: OwnerAccount; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."OwnerAccount" (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "ownerId" text NOT NULL,
    password text,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: OwnerInvite; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."OwnerInvite" (
    hash bytea NOT NULL,
    "invitedById" text,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    email text
);


--
-- Name: OwnerSession; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."OwnerSession" (
    id text NOT NULL,
    token text NOT NULL,
    "ownerId" text NOT NULL,
    "userAgent" text,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: PasswordReset; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."PasswordReset" (
    "ownerId" text NOT NULL,
    hash bytea NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    "madeById" text,
    "isFromTerminal" boolean DEFAULT false NOT NULL
);


--
-- Name: RecordedBatch; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."RecordedBatch" (
    id uuid NOT NULL
);


--
-- Name: RollupState; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."RollupState" (
    id integer DEFAULT 1 NOT NULL,
    "visitorsSince" date NOT NULL,
    "clicksSince" timestamp(3) with time zone,
    "monthsUntil" date NOT NULL,
    "monthsLinkId" integer DEFAULT 0 NOT NULL,
    "placesSince" date DEFAULT '1970-01-01'::date NOT NULL,
    "totalsLinkId" integer DEFAULT 1 NOT NULL,
    "totalsDay" date DEFAULT '0001-01-01'::date NOT NULL,
    "totalsEndLinkId" integer DEFAULT 0 NOT NULL,
    "settledVersion" integer DEFAULT 0 NOT NULL,
    CONSTRAINT "RollupState_one_row" CHECK ((id = 1))
);


--
-- Name: ServerSecret; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."ServerSecret" (
    name text NOT NULL,
    value bytea NOT NULL
);


--
-- Name: SiteSetting; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."SiteSetting" (
    name text NOT NULL,
    value text NOT NULL
);


--
-- Name: Tag_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public."Tag_id_seq"
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: Tag_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public."Tag_id_seq" OWNED BY public."Tag".id;


--
-- Name: UncountedVisit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."UncountedVisit" (
    "linkId" integer NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    count bigint NOT NULL,
    "firstSeenAt" timestamp(3) with time zone NOT NULL,
    "lastSeenAt" timestamp(3) with time zone NOT NULL
);


--
-- Name: _prisma_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);


--
-- Name: Click_2026_09; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click" ATTACH PARTITION public."Click_2026_09" FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');


--
-- Name: Click_2026_10; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click" ATTACH PARTITION public."Click_2026_10" FOR VALUES FROM ('2026-10-01 00:00:00+00') TO ('2026-11-01 00:00:00+00');


--
-- Name: Click_2026_11; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click" ATTACH PARTITION public."Click_2026_11" FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00');


--
-- Name: Click_2026_12; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click" ATTACH PARTITION public."Click_2026_12" FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2027-01-01 00:00:00+00');


--
-- Name: Click_2027_01; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click" ATTACH PARTITION public."Click_2027_01" FOR VALUES FROM ('2027-01-01 00:00:00+00') TO ('2027-02-01 00:00:00+00');


--
-- Name: Click_default; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click" ATTACH PARTITION public."Click_default" DEFAULT;


--
-- Name: Link id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Link" ALTER COLUMN id SET DEFAULT nextval('public."Link_id_seq"'::regclass);


--
-- Name: Tag id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Tag" ALTER COLUMN id SET DEFAULT nextval('public."Tag_id_seq"'::regclass);


--
-- Name: AliasCount AliasCount_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."AliasCount"
    ADD CONSTRAINT "AliasCount_pkey" PRIMARY KEY (slug, slot);


--
-- Name: Alias Alias_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Alias"
    ADD CONSTRAINT "Alias_pkey" PRIMARY KEY (slug);


--
-- Name: ApiToken ApiToken_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ApiToken"
    ADD CONSTRAINT "ApiToken_pkey" PRIMARY KEY (id);


--
-- Name: ClickBatch ClickBatch_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ClickBatch"
    ADD CONSTRAINT "ClickBatch_pkey" PRIMARY KEY (id);


--
-- Name: Click Click_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click"
    ADD CONSTRAINT "Click_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: Click_2026_09 Click_2026_09_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click_2026_09"
    ADD CONSTRAINT "Click_2026_09_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: Click_2026_10 Click_2026_10_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click_2026_10"
    ADD CONSTRAINT "Click_2026_10_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: Click_2026_11 Click_2026_11_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click_2026_11"
    ADD CONSTRAINT "Click_2026_11_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: Click_2026_12 Click_2026_12_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click_2026_12"
    ADD CONSTRAINT "Click_2026_12_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: Click_2027_01 Click_2027_01_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click_2027_01"
    ADD CONSTRAINT "Click_2027_01_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: Click_default Click_default_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Click_default"
    ADD CONSTRAINT "Click_default_pkey" PRIMARY KEY ("linkId", "createdAt", id);


--
-- Name: DailySaltFingerprint DailySaltFingerprint_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DailySaltFingerprint"
    ADD CONSTRAINT "DailySaltFingerprint_pkey" PRIMARY KEY (day);


--
-- Name: DailySaltRequest DailySaltRequest_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DailySaltRequest"
    ADD CONSTRAINT "DailySaltRequest_pkey" PRIMARY KEY ("publicKey");


--
-- Name: DailySalt DailySalt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DailySalt"
    ADD CONSTRAINT "DailySalt_pkey" PRIMARY KEY (day);


--
-- Name: DayLabelTotal DayLabelTotal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DayLabelTotal"
    ADD CONSTRAINT "DayLabelTotal_pkey" PRIMARY KEY (dimension, day, label, detail);


--
-- Name: DayTotal DayTotal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DayTotal"
    ADD CONSTRAINT "DayTotal_pkey" PRIMARY KEY (day, slot);


--
-- Name: DayVisitor DayVisitor_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DayVisitor"
    ADD CONSTRAINT "DayVisitor_pkey" PRIMARY KEY (day, "linkId", visitor);


--
-- Name: DeletedLink DeletedLink_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DeletedLink"
    ADD CONSTRAINT "DeletedLink_pkey" PRIMARY KEY ("linkId");


--
-- Name: DeletedSlug DeletedSlug_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DeletedSlug"
    ADD CONSTRAINT "DeletedSlug_pkey" PRIMARY KEY (slug);


--
-- Name: DismissedItem DismissedItem_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DismissedItem"
    ADD CONSTRAINT "DismissedItem_pkey" PRIMARY KEY ("ownerId", key);


--
-- Name: GuessLimit GuessLimit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."GuessLimit"
    ADD CONSTRAINT "GuessLimit_pkey" PRIMARY KEY (key);


--
-- Name: HourTotal HourTotal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."HourTotal"
    ADD CONSTRAINT "HourTotal_pkey" PRIMARY KEY (hour);


--
-- Name: IdempotencyKey IdempotencyKey_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."IdempotencyKey"
    ADD CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("tokenId", key);


--
-- Name: IgnoredSlug IgnoredSlug_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."IgnoredSlug"
    ADD CONSTRAINT "IgnoredSlug_pkey" PRIMARY KEY (slug);


--
-- Name: ImportedLink ImportedLink_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ImportedLink"
    ADD CONSTRAINT "ImportedLink_pkey" PRIMARY KEY ("linkId");


--
-- Name: LateDay LateDay_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LateDay"
    ADD CONSTRAINT "LateDay_pkey" PRIMARY KEY ("linkId", day);


--
-- Name: LateVisitor LateVisitor_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LateVisitor"
    ADD CONSTRAINT "LateVisitor_pkey" PRIMARY KEY ("linkId", day, visitor);


--
-- Name: LinkBotHits LinkBotHits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkBotHits"
    ADD CONSTRAINT "LinkBotHits_pkey" PRIMARY KEY ("linkId");


--
-- Name: LinkChange LinkChange_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkChange"
    ADD CONSTRAINT "LinkChange_pkey" PRIMARY KEY ("linkId", at, kind);


--
-- Name: LinkCounter LinkCounter_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkCounter"
    ADD CONSTRAINT "LinkCounter_pkey" PRIMARY KEY ("linkId");


--
-- Name: LinkDayLabel LinkDayLabel_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkDayLabel"
    ADD CONSTRAINT "LinkDayLabel_pkey" PRIMARY KEY ("linkId", day, dimension, label, detail);


--
-- Name: LinkDay LinkDay_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkDay"
    ADD CONSTRAINT "LinkDay_pkey" PRIMARY KEY ("linkId", day);


--
-- Name: LinkHour LinkHour_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkHour"
    ADD CONSTRAINT "LinkHour_pkey" PRIMARY KEY ("linkId", hour);


--
-- Name: LinkImport LinkImport_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkImport"
    ADD CONSTRAINT "LinkImport_pkey" PRIMARY KEY (id);


--
-- Name: LinkMonthLabel LinkMonthLabel_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkMonthLabel"
    ADD CONSTRAINT "LinkMonthLabel_pkey" PRIMARY KEY ("linkId", month, dimension, label, detail);


--
-- Name: LinkPlace LinkPlace_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkPlace"
    ADD CONSTRAINT "LinkPlace_pkey" PRIMARY KEY ("linkId", source, medium, campaign);


--
-- Name: LinkPreview LinkPreview_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkPreview"
    ADD CONSTRAINT "LinkPreview_pkey" PRIMARY KEY ("linkId");


--
-- Name: LinkTag LinkTag_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkTag"
    ADD CONSTRAINT "LinkTag_pkey" PRIMARY KEY ("linkId", "tagId");


--
-- Name: Link Link_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Link"
    ADD CONSTRAINT "Link_pkey" PRIMARY KEY (id);


--
-- Name: MissedSlug MissedSlug_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."MissedSlug"
    ADD CONSTRAINT "MissedSlug_pkey" PRIMARY KEY (day, slug);


--
-- Name: MonthLabelTotal MonthLabelTotal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."MonthLabelTotal"
    ADD CONSTRAINT "MonthLabelTotal_pkey" PRIMARY KEY (dimension, month, label, detail);


--
-- Name: OwnerAccount OwnerAccount_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."OwnerAccount"
    ADD CONSTRAINT "OwnerAccount_pkey" PRIMARY KEY (id);


--
-- Name: OwnerInvite OwnerInvite_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."OwnerInvite"
    ADD CONSTRAINT "OwnerInvite_pkey" PRIMARY KEY (hash);


--
-- Name: OwnerSession OwnerSession_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."OwnerSession"
    ADD CONSTRAINT "OwnerSession_pkey" PRIMARY KEY (id);


--
-- Name: Owner Owner_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Owner"
    ADD CONSTRAINT "Owner_pkey" PRIMARY KEY (id);


--
-- Name: PasswordReset PasswordReset_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."PasswordReset"
    ADD CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("ownerId");


--
-- Name: RecordedBatch RecordedBatch_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."RecordedBatch"
    ADD CONSTRAINT "RecordedBatch_pkey" PRIMARY KEY (id);


--
-- Name: RollupState RollupState_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."RollupState"
    ADD CONSTRAINT "RollupState_pkey" PRIMARY KEY (id);


--
-- Name: ServerSecret ServerSecret_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ServerSecret"
    ADD CONSTRAINT "ServerSecret_pkey" PRIMARY KEY (name);


--
-- Name: SiteSetting SiteSetting_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."SiteSetting"
    ADD CONSTRAINT "SiteSetting_pkey" PRIMARY KEY (name);


--
-- Name: Tag Tag_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Tag"
    ADD CONSTRAINT "Tag_pkey" PRIMARY KEY (id);


--
-- Name: UncountedVisit UncountedVisit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."UncountedVisit"
    ADD CONSTRAINT "UncountedVisit_pkey" PRIMARY KEY ("linkId", day, kind, name);


--
-- Name: _prisma_migrations _prisma_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);


--
-- Name: Alias_linkId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Alias_linkId_idx" ON public."Alias" USING btree ("linkId");


--
-- Name: Alias_search_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Alias_search_idx" ON public."Alias" USING gin (slug public.gin_trgm_ops);


--
-- Name: Alias_slug_without_case_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Alias_slug_without_case_idx" ON public."Alias" USING btree (lower((slug COLLATE "C")));


--
-- Name: ApiToken_hash_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "ApiToken_hash_key" ON public."ApiToken" USING btree (hash);


--
-- Name: Click_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_createdAt_idx" ON ONLY public."Click" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: Click_2026_09_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_2026_09_createdAt_idx" ON public."Click_2026_09" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: Click_2026_10_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_2026_10_createdAt_idx" ON public."Click_2026_10" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: Click_2026_11_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_2026_11_createdAt_idx" ON public."Click_2026_11" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: Click_2026_12_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_2026_12_createdAt_idx" ON public."Click_2026_12" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: Click_2027_01_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_2027_01_createdAt_idx" ON public."Click_2027_01" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: Click_default_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Click_default_createdAt_idx" ON public."Click_default" USING brin ("createdAt") WITH (pages_per_range='32', autosummarize='on');


--
-- Name: DeletedSlug_deletedAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "DeletedSlug_deletedAt_idx" ON public."DeletedSlug" USING btree ("deletedAt");


--
-- Name: GuessLimit_expire_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "GuessLimit_expire_idx" ON public."GuessLimit" USING btree (expire);


--
-- Name: IdempotencyKey_createdAt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "IdempotencyKey_createdAt_idx" ON public."IdempotencyKey" USING btree ("createdAt");


--
-- Name: ImportedLink_importId_linkId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "ImportedLink_importId_linkId_idx" ON public."ImportedLink" USING btree ("importId", "linkId");


--
-- Name: LinkCounter_clickBand_linkId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkCounter_clickBand_linkId_idx" ON public."LinkCounter" USING btree ("clickBand" DESC, "linkId");


--
-- Name: LinkCounter_failing_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkCounter_failing_idx" ON public."LinkCounter" USING btree ("ogFetchFailCount") WHERE ("ogFetchFailCount" > 0);


--
-- Name: LinkCounter_lastClickMinute_linkId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkCounter_lastClickMinute_linkId_idx" ON public."LinkCounter" USING btree ("lastClickMinute" DESC, "linkId");


--
-- Name: LinkDayLabel_campaigns_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkDayLabel_campaigns_idx" ON public."LinkDayLabel" USING btree (dimension, day) WHERE (dimension = ANY (ARRAY[12, 13]));


--
-- Name: LinkDayLabel_places_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkDayLabel_places_idx" ON public."LinkDayLabel" USING btree (day) WHERE (dimension = 14);


--
-- Name: LinkMonthLabel_campaigns_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkMonthLabel_campaigns_idx" ON public."LinkMonthLabel" USING btree (dimension, month) WHERE (dimension = ANY (ARRAY[12, 13]));


--
-- Name: LinkMonthLabel_places_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkMonthLabel_places_idx" ON public."LinkMonthLabel" USING btree (month) WHERE (dimension = 14);


--
-- Name: LinkPreview_brokenSince_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkPreview_brokenSince_idx" ON public."LinkPreview" USING btree ("brokenSince");


--
-- Name: LinkPreview_failingSince_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkPreview_failingSince_idx" ON public."LinkPreview" USING btree ("failingSince");


--
-- Name: LinkTag_tagId_createdAt_linkId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "LinkTag_tagId_createdAt_linkId_idx" ON public."LinkTag" USING btree ("tagId", "createdAt" DESC, "linkId" DESC);


--
-- Name: Link_createdAt_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_createdAt_id_idx" ON public."Link" USING btree ("createdAt" DESC, id DESC);


--
-- Name: Link_disabled_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_disabled_idx" ON public."Link" USING btree (id) WHERE (NOT enabled);


--
-- Name: Link_expiring_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_expiring_idx" ON public."Link" USING btree ("expiresAt") WHERE (enabled AND ("expiresAt" IS NOT NULL));


--
-- Name: Link_limited_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_limited_idx" ON public."Link" USING btree (id) WHERE ("maxClicks" IS NOT NULL);


--
-- Name: Link_note_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_note_idx" ON public."Link" USING gin (note public.gin_trgm_ops) WHERE (note IS NOT NULL);


--
-- Name: Link_protected_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_protected_idx" ON public."Link" USING btree (id) WHERE ("passwordHash" IS NOT NULL);


--
-- Name: Link_scheduled_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_scheduled_idx" ON public."Link" USING btree ("startsAt") WHERE ("startsAt" IS NOT NULL);


--
-- Name: Link_search_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_search_idx" ON public."Link" USING gin (slug public.gin_trgm_ops, url public.gin_trgm_ops, title public.gin_trgm_ops);


--
-- Name: Link_slug_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "Link_slug_key" ON public."Link" USING btree (slug);


--
-- Name: Link_slug_without_case_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_slug_without_case_idx" ON public."Link" USING btree (lower((slug COLLATE "C")));


--
-- Name: Link_url_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "Link_url_idx" ON public."Link" USING hash (url);


--
-- Name: OwnerAccount_ownerId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "OwnerAccount_ownerId_idx" ON public."OwnerAccount" USING btree ("ownerId");


--
-- Name: OwnerAccount_providerId_accountId_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "OwnerAccount_providerId_accountId_key" ON public."OwnerAccount" USING btree ("providerId", "accountId");


--
-- Name: OwnerSession_ownerId_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "OwnerSession_ownerId_idx" ON public."OwnerSession" USING btree ("ownerId");


--
-- Name: OwnerSession_token_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "OwnerSession_token_key" ON public."OwnerSession" USING btree (token);


--
-- Name: Owner_email_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "Owner_email_key" ON public."Owner" USING btree (email);


--
-- Name: PasswordReset_hash_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "PasswordReset_hash_key" ON public."PasswordReset" USING btree (hash);


--
-- Name: Tag_key_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX "Tag_key_key" ON public."Tag" USING btree (key);


--
-- Name: UncountedVisit_fetched_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX "UncountedVisit_fetched_idx" ON public."UncountedVisit" USING btree ("firstSeenAt" DESC) WHERE (kind = 'unfurler'::text);


--
-- Name: Click_2026_09_createdAt_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_createdAt_idx" ATTACH PARTITION public."Click_2026_09_createdAt_idx";


--
-- Name: Click_2026_09_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_pkey" ATTACH PARTITION public."Click_2026_09_pkey";


--
-- Name: Click_2026_10_createdAt_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_createdAt_idx" ATTACH PARTITION public."Click_2026_10_createdAt_idx";


--
-- Name: Click_2026_10_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_pkey" ATTACH PARTITION public."Click_2026_10_pkey";


--
-- Name: Click_2026_11_createdAt_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_createdAt_idx" ATTACH PARTITION public."Click_2026_11_createdAt_idx";


--
-- Name: Click_2026_11_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_pkey" ATTACH PARTITION public."Click_2026_11_pkey";


--
-- Name: Click_2026_12_createdAt_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_createdAt_idx" ATTACH PARTITION public."Click_2026_12_createdAt_idx";


--
-- Name: Click_2026_12_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_pkey" ATTACH PARTITION public."Click_2026_12_pkey";


--
-- Name: Click_2027_01_createdAt_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_createdAt_idx" ATTACH PARTITION public."Click_2027_01_createdAt_idx";


--
-- Name: Click_2027_01_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_pkey" ATTACH PARTITION public."Click_2027_01_pkey";


--
-- Name: Click_default_createdAt_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_createdAt_idx" ATTACH PARTITION public."Click_default_createdAt_idx";


--
-- Name: Click_default_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public."Click_pkey" ATTACH PARTITION public."Click_default_pkey";


--
-- Name: Alias Alias_notify; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Alias_notify" AFTER INSERT OR DELETE OR UPDATE ON public."Alias" FOR EACH ROW EXECUTE FUNCTION public."notifyLinkChange"();


--
-- Name: Alias Alias_refuse_slug_of_link; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Alias_refuse_slug_of_link" BEFORE INSERT OR UPDATE OF slug ON public."Alias" FOR EACH ROW EXECUTE FUNCTION public."refuseSlugOfLink"();


--
-- Name: Alias Alias_remember_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Alias_remember_deleted" AFTER DELETE ON public."Alias" FOR EACH ROW EXECUTE FUNCTION public."rememberDeletedSlug"();


--
-- Name: ClickBatch ClickBatch_count_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "ClickBatch_count_removed" AFTER DELETE ON public."ClickBatch" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public."countFirstDays"();


--
-- Name: LinkChange LinkChange_forget_old; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkChange_forget_old" AFTER INSERT ON public."LinkChange" FOR EACH ROW EXECUTE FUNCTION public."forgetOldLinkChanges"();


--
-- Name: LinkCounter LinkCounter_count_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkCounter_count_removed" AFTER DELETE ON public."LinkCounter" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public."countDeletedFirstDays"();


--
-- Name: LinkDayLabel LinkDayLabel_count_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkDayLabel_count_added" AFTER INSERT ON public."LinkDayLabel" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public."countLabels"();


--
-- Name: LinkDayLabel LinkDayLabel_count_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkDayLabel_count_changed" AFTER UPDATE ON public."LinkDayLabel" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public."countLabels"();


--
-- Name: LinkDayLabel LinkDayLabel_count_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkDayLabel_count_removed" AFTER DELETE ON public."LinkDayLabel" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public."countLabels"();


--
-- Name: LinkDay LinkDay_count_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkDay_count_added" AFTER INSERT ON public."LinkDay" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public."countVisitors"('day');


--
-- Name: LinkDay LinkDay_count_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkDay_count_changed" AFTER UPDATE ON public."LinkDay" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public."countVisitors"('day');


--
-- Name: LinkDay LinkDay_count_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkDay_count_removed" AFTER DELETE ON public."LinkDay" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public."countVisitors"('day');


--
-- Name: LinkHour LinkHour_count_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkHour_count_added" AFTER INSERT ON public."LinkHour" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public."countVisitors"('hour');


--
-- Name: LinkHour LinkHour_count_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkHour_count_changed" AFTER UPDATE ON public."LinkHour" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public."countVisitors"('hour');


--
-- Name: LinkHour LinkHour_count_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkHour_count_removed" AFTER DELETE ON public."LinkHour" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public."countVisitors"('hour');


--
-- Name: LinkPreview LinkPreview_notify; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkPreview_notify" AFTER UPDATE ON public."LinkPreview" FOR EACH ROW WHEN (((old."brokenSince" IS NOT NULL) OR (new."brokenSince" IS NOT NULL))) EXECUTE FUNCTION public."notifyEdit"();


--
-- Name: LinkTag LinkTag_notify; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "LinkTag_notify" AFTER INSERT OR DELETE OR UPDATE ON public."LinkTag" FOR EACH STATEMENT EXECUTE FUNCTION public."notifyEdit"();


--
-- Name: Link Link_count_created; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_count_created" AFTER INSERT ON public."Link" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."countCreatedLinks"();


--
-- Name: Link Link_count_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_count_deleted" AFTER DELETE ON public."Link" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."countDeletedLinks"();


--
-- Name: Link Link_forget_preview; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_forget_preview" AFTER UPDATE OF url ON public."Link" FOR EACH ROW WHEN ((old.url IS DISTINCT FROM new.url)) EXECUTE FUNCTION public."forgetPreview"();


--
-- Name: Link Link_note_a_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_note_a_change" BEFORE UPDATE OF "maxClicks", "startsAt", "expiredUrl", "passwordHash", "forwardQuery", "forwardUtm", description, image ON public."Link" FOR EACH ROW EXECUTE FUNCTION public."noteEndingChange"();


--
-- Name: Link Link_note_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_note_change" BEFORE UPDATE OF slug, url, enabled, title, "expiresAt", note, "editedBy" ON public."Link" FOR EACH ROW WHEN (((old.slug <> new.slug) OR (old.url <> new.url) OR (old.enabled <> new.enabled) OR (old.title IS DISTINCT FROM new.title) OR (old."expiresAt" IS DISTINCT FROM new."expiresAt") OR (old.note IS DISTINCT FROM new.note) OR (new."editedBy" IS NOT NULL))) EXECUTE FUNCTION public."noteLinkChange"();


--
-- Name: Link Link_notify; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_notify" AFTER INSERT OR DELETE OR UPDATE ON public."Link" FOR EACH ROW EXECUTE FUNCTION public."notifyLinkChange"();


--
-- Name: Link Link_refuse_slug_of_alias; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_refuse_slug_of_alias" BEFORE UPDATE OF slug ON public."Link" FOR EACH ROW WHEN ((old.slug <> new.slug)) EXECUTE FUNCTION public."refuseSlugOfAlias"();


--
-- Name: Link Link_refuse_slug_of_alias_on_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_refuse_slug_of_alias_on_insert" BEFORE INSERT ON public."Link" FOR EACH ROW EXECUTE FUNCTION public."refuseSlugOfAlias"();


--
-- Name: Link Link_remember_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_remember_deleted" AFTER DELETE ON public."Link" FOR EACH ROW EXECUTE FUNCTION public."rememberDeletedSlug"();


--
-- Name: Link Link_remember_renamed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Link_remember_renamed" AFTER UPDATE OF slug ON public."Link" FOR EACH ROW WHEN ((old.slug <> new.slug)) EXECUTE FUNCTION public."rememberDeletedSlug"();


--
-- Name: SiteSetting SiteSetting_notify; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "SiteSetting_notify" AFTER INSERT OR DELETE OR UPDATE ON public."SiteSetting" FOR EACH STATEMENT EXECUTE FUNCTION public."notifySettingChange"();


--
-- Name: Tag Tag_notify; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER "Tag_notify" AFTER INSERT OR DELETE OR UPDATE ON public."Tag" FOR EACH STATEMENT EXECUTE FUNCTION public."notifyEdit"();


--
-- Name: AliasCount AliasCount_slug_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."AliasCount"
    ADD CONSTRAINT "AliasCount_slug_fkey" FOREIGN KEY (slug) REFERENCES public."Alias"(slug) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: Alias Alias_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Alias"
    ADD CONSTRAINT "Alias_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: ApiToken ApiToken_ownerId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ApiToken"
    ADD CONSTRAINT "ApiToken_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: DismissedItem DismissedItem_ownerId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."DismissedItem"
    ADD CONSTRAINT "DismissedItem_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: ImportedLink ImportedLink_importId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ImportedLink"
    ADD CONSTRAINT "ImportedLink_importId_fkey" FOREIGN KEY ("importId") REFERENCES public."LinkImport"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: ImportedLink ImportedLink_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."ImportedLink"
    ADD CONSTRAINT "ImportedLink_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: LinkChange LinkChange_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkChange"
    ADD CONSTRAINT "LinkChange_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: LinkCounter LinkCounter_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkCounter"
    ADD CONSTRAINT "LinkCounter_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: LinkPlace LinkPlace_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkPlace"
    ADD CONSTRAINT "LinkPlace_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: LinkPreview LinkPreview_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkPreview"
    ADD CONSTRAINT "LinkPreview_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: LinkTag LinkTag_linkId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkTag"
    ADD CONSTRAINT "LinkTag_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES public."Link"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: LinkTag LinkTag_tagId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."LinkTag"
    ADD CONSTRAINT "LinkTag_tagId_fkey" FOREIGN KEY ("tagId") REFERENCES public."Tag"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: OwnerAccount OwnerAccount_ownerId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."OwnerAccount"
    ADD CONSTRAINT "OwnerAccount_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: OwnerInvite OwnerInvite_invitedById_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."OwnerInvite"
    ADD CONSTRAINT "OwnerInvite_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: OwnerSession OwnerSession_ownerId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."OwnerSession"
    ADD CONSTRAINT "OwnerSession_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: PasswordReset PasswordReset_madeById_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."PasswordReset"
    ADD CONSTRAINT "PasswordReset_madeById_fkey" FOREIGN KEY ("madeById") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: PasswordReset PasswordReset_ownerId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."PasswordReset"
    ADD CONSTRAINT "PasswordReset_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES public."Owner"(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


