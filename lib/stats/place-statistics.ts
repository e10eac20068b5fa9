import { type DateRange, datesOf, lastDays } from "../core/date-range";
import { SluglineError } from "../core/errors";
import { statisticsDatabase } from "../database/client";
import { isStatementTimeout } from "../database/database-errors";
import { clicksWithin, latestOf } from "../database/distributed";
import { Prisma } from "../database/generated/client";
import { inSnapshot } from "../database/in-snapshot";
import { isPlace, labelRows } from "./dimensions";
import { pendingClicks } from "./pending";
import { type LabelCount, readStatistics } from "./read-statistics";
import type { Reader } from "./reader";
import { linkIdsOf, oneLink } from "./scope";

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
}

export const placeSparkDays = 14;
/** Clicks of the link that are searched for the last click of each place, which bounds the cost. */
const latestClicks = 1_000;
const mostPlaces = 200;

/** Clicks of a link by place, from one snapshot. Throws `statistics_timeout` if raw clicks have to be counted and are too many. */
export async function getPlaceStatistics(linkId: number, dateRange: DateRange, now: Date): Promise<PlaceStatistics> {
  const recent = lastDays(placeSparkDays, now);
  try {
    return await inSnapshot(statisticsDatabase, async (transaction) => {
      const { placesSince } = await transaction.rollupState.findFirstOrThrow();
      const { days, breakdowns } = await readStatistics(transaction, oneLink(linkId), {
        dateRange,
        filters: {},
        breakdowns: ["sourceMedium"],
        labelLimit: mostPlaces,
        recent: 0,
        hours: false,
        isRaw: dateRange.since < placesSince,
      });
      const sparks = await readSparks(transaction, linkId, recent, recent.since < placesSince);
      const latest = await readLatest(transaction, linkId);
      const clicks = [...days.values()].reduce((sum, day) => sum + day.clicks, 0);
      return { clicks, places: toPlaces(breakdowns.get("sourceMedium") ?? [], sparks, latest) };
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

/** Places with clicks in the date range come first, by clicks; then those with clicks in the spark only. */
function toPlaces(counts: readonly LabelCount[], sparks: Map<string, number[]>, latest: Map<string, string>): PlaceClicks[] {
  const counted = counts.map(({ label, detail, count }) => ({ source: label, medium: detail ?? "None", clicks: count }));
  const known = new Set(counted.map(keyOf));
  const others = [...sparks.keys()].filter((key) => !known.has(key)).map((key) => ({ ...tagsOf(key), clicks: 0 }));
  return [...counted, ...others].slice(0, mostPlaces).map((place) => {
    const key = keyOf(place);
    const spark = sparks.get(key) ?? Array.from({ length: placeSparkDays }, () => 0);
    return { ...place, spark, lastClick: latest.get(key) ?? null };
  });
}

/** Clicks of each place by day, as roll-ups and pending clicks or, if `isRaw`, raw clicks have them. */
async function readSparks(reader: Reader, linkId: number, recent: DateRange, isRaw: boolean): Promise<Map<string, number[]>> {
  const clicks = isRaw
    ? Prisma.sql`SELECT *, ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM ${clicksWithin(linkIdsOf(oneLink(linkId)), [recent])} k WHERE "linkId" = ${linkId}`
    : pendingClicks(Prisma.sql`SELECT * FROM "ClickBatch"`, Prisma.sql`"linkId" = ${linkId}`);
  const ofLink = Prisma.sql`"linkId" = ${linkId} AND "day" BETWEEN ${recent.from}::date AND ${recent.to}::date AND ${isRaw ? Prisma.sql`false` : Prisma.sql`true`}`;
  const rows = await reader.$queryRaw<{ source: string | null; medium: string; date: string; clicks: number }[]>`
    WITH fresh AS MATERIALIZED (SELECT * FROM (${clicks}) c WHERE "createdAt" >= ${recent.since}::timestamptz AND "createdAt" < ${recent.until}::timestamptz)
    SELECT CASE WHEN "label" IS NOT NULL THEN coalesce(nullif("label", ''), 'None') END AS "source", coalesce(nullif("detail", ''), 'None') AS "medium",
           to_char("day", 'YYYY-MM-DD') AS "date", sum("clicks")::int AS "clicks"
    FROM (
      SELECT "label", "detail", "day", "clicks" FROM "LinkDayLabel" WHERE ${ofLink} AND ${isPlace}
      UNION ALL SELECT "label", "detail", "day", 1 FROM fresh, LATERAL ${labelRows(["sourceMedium"])} WHERE "label" IS NOT NULL
      -- All clicks of the day have no label here.
      UNION ALL SELECT NULL, '', "day", "clicks" FROM "LinkDay" WHERE ${ofLink}
      UNION ALL SELECT NULL, '', "day", 1 FROM fresh
    ) parts GROUP BY 1, 2, 3`;
  const dates = datesOf(recent);
  return sparksOf(rows.map((row) => ({ ...row, place: dates.indexOf(row.date) })));
}

/** Turns counts by day, in which a null source stands for all clicks, into the counts of each place. */
function sparksOf(rows: readonly { source: string | null; medium: string; place: number; clicks: number }[]): Map<string, number[]> {
  const sparks = new Map<string, number[]>();
  const add = (key: string, place: number, clicks: number) => {
    const spark = sparks.get(key) ?? Array.from({ length: placeSparkDays }, () => 0);
    spark[place] = (spark[place] ?? 0) + clicks;
    sparks.set(key, spark);
  };
  for (const { source, medium, place, clicks } of rows) {
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
