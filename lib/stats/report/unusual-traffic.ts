import { median } from "../../core/median";
import { Prisma } from "../../database/generated/client";
import { countOf } from "../../database/wide-counts";
import type { Reader } from "../sources/source";

/**
 * Clicks of a link on a UTC day, and the same hours of the same weekday in the weeks before, latest
 * first.
 */
interface DayTraffic {
  linkId: number;
  /** `2026-11-19` */
  day: string;
  clicks: number;
  /** Without the weeks in which the link did not exist for the whole day. */
  weeks: number[];
}

/** Fewer clicks than this are never unusual. */
const fewestClicks = 30;
const fewestWeeks = 2;

/**
 * The usual count if this day is unusually busy, otherwise null: at least 30 clicks, twice the
 * median of the four weeks before, and half as many again as the best of them, so that one busy
 * week does not make the next one news.
 */
export function usualIfExceeded({
  clicks,
  weeks,
}: Pick<DayTraffic, "clicks" | "weeks">): number | null {
  if (clicks < fewestClicks || weeks.length < fewestWeeks) return null;
  const usual = median(weeks);
  return clicks >= 2 * usual && clicks >= 1.5 * Math.max(...weeks) ? usual : null;
}

/**
 * Links that are looked at: those clicked last. Of these, so many link days with the most clicks
 * are compared.
 */
const [mostLinks, mostDays] = [500, 100];

/**
 * Traffic of links: today so far, and yesterday. The hour in progress of earlier weeks is prorated.
 * Every look-up is by primary key, whatever the planner estimates.
 */
export function readTraffic(reader: Reader, now: Date): Promise<DayTraffic[]> {
  const today = Prisma.sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`;
  return reader.$queryRaw`
    WITH recent AS MATERIALIZED (
      SELECT "linkId" FROM "LinkCounter" WHERE "lastClickMinute" >= floor(extract(epoch FROM ${now}::timestamptz) / 60) - 2880
      ORDER BY "lastClickMinute" DESC, "linkId" LIMIT ${mostLinks}
    ), busy AS MATERIALIZED (
      SELECT d."linkId", d."day", ${countOf("clicks", "d")}::float8 AS "clicks", d."day"::timestamp AT TIME ZONE 'UTC' AS "from",
             least(${now}::timestamptz, (d."day" + 1)::timestamp AT TIME ZONE 'UTC') AS "until",
             (SELECT l."createdAt" FROM "Link" l WHERE l."id" = d."linkId") AS "createdAt"
      FROM recent, LATERAL (
        SELECT * FROM "LinkDay" k WHERE k."linkId" = recent."linkId" AND k."day" BETWEEN ${today} - 1 AND ${today} OFFSET 0
      ) d
      WHERE ${countOf("clicks", "d")} >= ${fewestClicks} ORDER BY ${countOf("clicks", "d")} DESC LIMIT ${mostDays}
    )
    SELECT b."linkId", to_char(b."day", 'YYYY-MM-DD') AS "day", b."clicks", array_agg(w."clicks"::float8 ORDER BY w."week") AS "weeks"
    FROM busy b, LATERAL (
      SELECT "week", (
        SELECT coalesce(sum(${countOf("clicks", "h")} * least(extract(epoch FROM b."until" - "shift" - h."hour") / 3600, 1)), 0) FROM "LinkHour" h
        WHERE h."linkId" = b."linkId" AND h."hour" >= b."from" - "shift" AND h."hour" < b."until" - "shift"
      ) AS "clicks"
      FROM generate_series(1, 4) AS "week", LATERAL (SELECT "week" * interval '168 hours' AS "shift") s
      WHERE b."createdAt" <= b."from" - "shift"
    ) w
    GROUP BY b."linkId", b."day", b."clicks"`;
}
