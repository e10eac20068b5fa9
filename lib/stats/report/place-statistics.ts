import { type DateRange, datesOf, lastDays } from "../../core/date-range";
import { SluglineError } from "../../core/errors";
import { arrayLiteral } from "../../database/array-literal";
import { isStatementTimeout } from "../../database/database-errors";
import { clicksWithin, latestOf } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { inSnapshot } from "../../database/in-snapshot";
import { isPlace, labelRows, otherLabel } from "../query/dimensions";
import type { Reader } from "../query/reader";
import { linkIdsOf, oneLink } from "../query/scope";
import { pendingParts } from "../sources/pending";
import { readStatistics } from "./read-statistics";

/** Clicks of one link through one place: a pair of source and medium, `None` if missing. Both are `Other` beyond the cap. */
export interface PlaceClicks {
  source: string;
  medium: string;
  /** In the date range. */
  clicks: number;
  /** By day, oldest first, today last; independent of the date range. */
  spark: number[];
  /** ISO 8601; null if it is not among the latest clicks of the link. Then the spark has its day, or it is older. */
  lastClick: string | null;
}

export interface PlaceStatistics {
  /** All clicks in the date range. */
  clicks: number;
  /** Most clicks first. */
  places: PlaceClicks[];
  /** Further places with clicks in the date range or lately, which are not listed. */
  more: number;
}

export const placeSparkDays = 14;
/** Clicks of the link that are searched for the last click of each place, which bounds the cost. */
const latestClicks = 1_000;
const mostPlaces = 50;

/** Clicks of a link by place, from one snapshot; `added` places are always listed if they have any in the range, the spark or the latest clicks. Throws `statistics_timeout` if raw clicks have to be counted and are too many. */
export async function getPlaceStatistics(linkId: number, dateRange: DateRange, now: Date, added: readonly Tags[] = []): Promise<PlaceStatistics> {
  const recent = lastDays(placeSparkDays, now);
  try {
    return await inSnapshot("statistics", async (transaction) => {
      const { placesSince } = await transaction.rollupState.findFirstOrThrow();
      const { days, breakdowns, labelCounts } = await readStatistics(transaction, oneLink(linkId), {
        dateRange,
        filters: {},
        breakdowns: ["sourceMedium"],
        labelLimit: mostPlaces,
        always: [{ label: "None", detail: "None" }, ...added.map(({ source, medium }) => ({ label: source, detail: medium }))],
        recent: 0,
        hours: false,
        isRaw: dateRange.since < placesSince,
      });
      const counted = (breakdowns.get("sourceMedium") ?? []).map(({ label, detail, count }) => ({
        source: label,
        medium: detail ?? "None",
        clicks: count,
      }));
      const sparks = await readSparks(transaction, linkId, { recent, isRaw: recent.since < placesSince, wanted: [...counted, ...added] });
      const latest = await readLatest(transaction, linkId);
      const clicks = [...days.values()].reduce((sum, day) => sum + day.clicks, 0);
      const unlisted = (labelCounts.sourceMedium ?? 0) - counted.length;
      // Those that an owner added come first, so that no others take their place.
      const own = [untagged, ...added.map(keyOf)].filter((key) => sparks.has(key) || (key !== untagged && latest.has(key)));
      const places = toPlaces(counted, new Set([...own, ...(unlisted > 0 ? [] : sparks.keys())]), sparks, latest, Math.max(mostPlaces, own.length));
      return { clicks, places, more: unlisted };
    });
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    throw new SluglineError("statistics_timeout", "There are too many clicks to count by place in time: choose a shorter range.");
  }
}

interface Tags {
  source: string;
  medium: string;
}

const keyOf = ({ source, medium }: Tags) => JSON.stringify([source, medium]);
const tagsOf = (key: string): Tags => {
  const [source, medium] = JSON.parse(key) as [string, string];
  return { source, medium };
};
const untagged = keyOf({ source: "None", medium: "None" });

/** Places with clicks in the date range come first, by clicks; then up to `most` of those `others` without clicks in it. */
function toPlaces(
  counted: readonly (Tags & { clicks: number })[],
  others: Set<string>,
  sparks: Map<string, number[]>,
  latest: Map<string, string>,
  most: number,
): PlaceClicks[] {
  const known = new Set(counted.map(keyOf));
  const quiet = [...others].filter((key) => !known.has(key)).map((key) => ({ ...tagsOf(key), clicks: 0 }));
  return [...counted, ...quiet.slice(0, most)].map((place) => {
    const key = keyOf(place);
    const spark = sparks.get(key) ?? Array.from({ length: placeSparkDays }, () => 0);
    return { ...place, spark, lastClick: latest.get(key) ?? null };
  });
}

interface SparksRequest {
  recent: DateRange;
  isRaw: boolean;
  wanted: readonly Tags[];
}

/**
 * Clicks of the wanted places, and of some others with the most clicks, by day, as roll-ups and pending clicks or, if `isRaw`, raw
 * clicks have them.
 */
async function readSparks(reader: Reader, linkId: number, { recent, isRaw, wanted }: SparksRequest): Promise<Map<string, number[]>> {
  const within = Prisma.sql`"createdAt" >= ${recent.since}::timestamptz AND "createdAt" < ${recent.until}::timestamptz`;
  const clicks = isRaw
    ? Prisma.sql`
      pending AS MATERIALIZED (
        SELECT *, ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM ${clicksWithin(linkIdsOf(oneLink(linkId)), [recent])} k WHERE "linkId" = ${linkId} AND ${within}
      ), unread AS (SELECT NULL::date AS "day", 0 AS "clicks" WHERE false)`
    : pendingParts(oneLink(linkId), within);
  const ofLink = Prisma.sql`"linkId" = ${linkId} AND "day" BETWEEN ${recent.from}::date AND ${recent.to}::date AND ${isRaw ? Prisma.sql`false` : Prisma.sql`true`}`;
  const rows = await reader.$queryRaw<SparkRow[]>`
    WITH ${clicks}, parts AS MATERIALIZED (
      SELECT CASE WHEN "label" IS NOT NULL THEN coalesce(nullif("label", ''), 'None') END AS "source", coalesce(nullif("detail", ''), 'None') AS "medium",
             "day", sum("clicks") AS "clicks"
      FROM (
        SELECT "label", "detail", "day", "clicks" FROM "LinkDayLabel" WHERE ${ofLink} AND ${isPlace}
        UNION ALL SELECT ${otherLabel}, ${otherLabel}, "day", "clicks" FROM unread
        UNION ALL SELECT "label", "detail", "day", 1 FROM pending, LATERAL ${labelRows(["sourceMedium"])} WHERE "label" IS NOT NULL
        -- All clicks of the day have no label here.
        UNION ALL SELECT NULL, '', "day", "clicks" FROM "LinkDay" WHERE ${ofLink}
        UNION ALL SELECT NULL, '', "day", "clicks" FROM unread
        UNION ALL SELECT NULL, '', "day", 1 FROM pending
      ) parts GROUP BY 1, 2, 3
    ), listed AS MATERIALIZED (
      SELECT * FROM unnest(${arrayLiteral(wanted.map(({ source }) => source))}::text[], ${arrayLiteral(wanted.map(({ medium }) => medium))}::text[]) AS w("source", "medium")
      UNION
      (SELECT "source", "medium" FROM parts WHERE "source" IS NOT NULL GROUP BY 1, 2 ORDER BY sum("clicks") DESC, 1, 2 LIMIT ${mostPlaces})
    )
    SELECT CASE WHEN "isListed" THEN "source" END AS "source", CASE WHEN "isListed" THEN "medium" ELSE '' END AS "medium", "isListed",
           to_char("day", 'YYYY-MM-DD') AS "date", sum("clicks")::int AS "clicks"
    FROM (SELECT *, "source" IS NULL OR ("source", "medium") IN (SELECT "source", "medium" FROM listed) AS "isListed" FROM parts) p GROUP BY 1, 2, 3, 4`;
  const dates = datesOf(recent);
  return sparksOf(rows.map((row) => ({ ...row, place: dates.indexOf(row.date) })));
}

interface SparkRow {
  /** Null for all clicks of the day; if not listed, for those of all places that are not. */
  source: string | null;
  medium: string;
  isListed: boolean;
  date: string;
  clicks: number;
}

/** Turns counts by day into the counts of each place. */
function sparksOf(rows: readonly (SparkRow & { place: number })[]): Map<string, number[]> {
  const sparks = new Map<string, number[]>();
  const add = (key: string, place: number, clicks: number) => {
    const spark = sparks.get(key) ?? Array.from({ length: placeSparkDays }, () => 0);
    spark[place] = (spark[place] ?? 0) + clicks;
    sparks.set(key, spark);
  };
  for (const { source, medium, isListed, place, clicks } of rows) {
    if (!isListed) {
      add(untagged, place, -clicks);
      continue;
    }
    // A click with the tag None counts as untagged twice, once among all clicks.
    const key = source === null ? untagged : keyOf({ source, medium });
    if (key !== untagged || source === null) add(key, place, clicks);
    if (source !== null && key !== untagged) add(untagged, place, -clicks);
  }
  return new Map([...sparks].filter(([, spark]) => spark.some((clicks) => clicks > 0)));
}

/** The last click of each place among the latest clicks of the link. */
async function readLatest(reader: Reader, linkId: number): Promise<Map<string, string>> {
  const rows = await reader.$queryRaw<(Tags & { at: Date })[]>`
    SELECT coalesce(nullif("label", ''), 'None') AS "source", CASE WHEN "label" IS NULL THEN 'None' ELSE coalesce(nullif("detail", ''), 'None') END AS "medium",
           max("createdAt") AS "at"
    FROM (SELECT * FROM ${latestOf(Prisma.sql`${linkId}`, latestClicks)} k WHERE "linkId" = ${linkId} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${latestClicks}) c, LATERAL ${labelRows(["sourceMedium"])}
    GROUP BY 1, 2`;
  return new Map(rows.map(({ at, ...tags }) => [keyOf(tags), at.toISOString()]));
}
