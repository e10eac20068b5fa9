import { database } from "../database/client";
import { linkNotFound } from "../links/link-errors";
import { isSlug } from "../links/slug";
import { fillDays, windowOf } from "./window";

/** One element of `recentClicks`: interface.md, click record. */
export interface ClickRecord {
  createdAt: string;
  referrer: string;
  country: string | null;
  region: string | null;
  city: string | null;
  device: string;
  browser: string;
  os: string;
  locale: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}

/** The per-link statistics object of interface.md part 2. */
export interface LinkStatistics {
  slug: string;
  totalClicks: number;
  lastClickedAt: string | null;
  botHitCount: number;
  ogFetchFailCount: number;
  range: { days: number; since: string; clicks: number; uniqueVisitors: number };
  lifetime: { firstDayClicks: number; totalClicks: number };
  clicksByDay: { date: string; count: number }[];
  topReferrers: { referrer: string; count: number }[];
  topCountries: { country: string; count: number }[];
  devices: { device: string; count: number }[];
  browsers: { browser: string; count: number }[];
  operatingSystems: { os: string; count: number }[];
  locales: { locale: string; count: number }[];
  utmSources: { source: string; count: number }[];
  utmMediums: { medium: string; count: number }[];
  utmCampaigns: { campaign: string; count: number }[];
  recentClicks: ClickRecord[];
}

/** Lists of labels are cut to this length; the counts of a list that is shorter add up to the clicks of the window. */
const maxLabels = 50;
const recentLength = 20;

type Dimension = "referrer" | "country" | "device" | "browser" | "os" | "locale" | "source" | "medium" | "campaign";

interface Row {
  slug: string;
  clickCount: bigint;
  firstDayClicks: bigint;
  lastClickedAt: Date | null;
  botHitCount: bigint;
  ogFetchFailCount: number;
  clicks: bigint;
  uniqueVisitors: bigint;
  byDay: { date: string; count: number }[];
  byLabel: { dimension: Dimension; label: string; count: number }[];
  recent: (Omit<ClickRecord, "createdAt" | "referrer"> & { createdAtMs: number; referrer: string | null })[];
}

/**
 * Everything about one link over the last `days` UTC days. One statement, so one snapshot: all figures agree.
 * Throws `not_found`.
 */
export async function getLinkStatistics(slug: string, days: number, now: Date): Promise<LinkStatistics> {
  const window = windowOf(days, now);
  const row = isSlug(slug) ? await readRow(slug, window.since, window.until) : undefined;
  if (!row) throw linkNotFound(slug);
  const top = <D extends Dimension>(dimension: D) =>
    row.byLabel.filter((entry) => entry.dimension === dimension).map(({ label, count }) => ({ [dimension]: label, count }) as Labelled<D>);
  return {
    slug: row.slug,
    totalClicks: Number(row.clickCount),
    lastClickedAt: row.lastClickedAt?.toISOString() ?? null,
    botHitCount: Number(row.botHitCount),
    ogFetchFailCount: row.ogFetchFailCount,
    range: { days, since: window.since.toISOString(), clicks: Number(row.clicks), uniqueVisitors: Number(row.uniqueVisitors) },
    lifetime: { firstDayClicks: Number(row.firstDayClicks), totalClicks: Number(row.clickCount) },
    clicksByDay: fillDays(window, new Map(row.byDay.map(({ date, count }) => [date, count]))),
    topReferrers: top("referrer"),
    topCountries: top("country"),
    devices: top("device"),
    browsers: top("browser"),
    operatingSystems: top("os"),
    locales: top("locale"),
    utmSources: top("source"),
    utmMediums: top("medium"),
    utmCampaigns: top("campaign"),
    recentClicks: row.recent.map(({ createdAtMs, referrer, ...rest }) => ({
      createdAt: new Date(createdAtMs).toISOString(),
      referrer: referrer ?? "Direct",
      ...rest,
    })),
  };
}

type Labelled<D extends Dimension> = Record<D, string> & { count: number };

async function readRow(slug: string, since: Date, until: Date): Promise<Row | undefined> {
  const rows = await database().$queryRaw<Row[]>`
    WITH link AS MATERIALIZED (
      SELECT l."id", l."slug", c."clickCount", c."firstDayClicks", c."lastClickedAt", c."botHitCount", c."ogFetchFailCount"
      FROM "Link" l JOIN "LinkTotals" c ON c."linkId" = l."id" WHERE l."slug" = ${slug}
    ), scoped AS MATERIALIZED (
      SELECT k.* FROM "Click" k, link
      WHERE k."linkId" = link."id" AND k."createdAt" >= ${since}::timestamptz AND k."createdAt" < ${until}::timestamptz
    ), by_day AS (
      SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "date", count(*) AS "count" FROM scoped GROUP BY 1
    ), by_label AS (
      SELECT "dimension", "label", count(*) AS "count",
             row_number() OVER (PARTITION BY "dimension" ORDER BY count(*) DESC, "label" COLLATE "C") AS "rank"
      FROM scoped, LATERAL (VALUES
        ('referrer', coalesce("referrer", 'Direct')), ('country', coalesce("country", 'Unknown')), ('device', "device"),
        ('browser', "browser"), ('os', "os"), ('locale', coalesce("locale", 'Unknown')), ('source', coalesce("utmSource", 'None')),
        ('medium', coalesce("utmMedium", 'None')), ('campaign', coalesce("utmCampaign", 'None'))
      ) AS labels("dimension", "label")
      GROUP BY "dimension", "label"
    ), recent AS (
      SELECT k.* FROM "Click" k, link WHERE k."linkId" = link."id"
      ORDER BY k."createdAt" DESC, k."id" DESC LIMIT ${recentLength}
    )
    SELECT link.*,
      (SELECT count(*) FROM scoped) AS "clicks",
      (SELECT count(DISTINCT "visitor") FROM scoped) AS "uniqueVisitors",
      (SELECT coalesce(json_agg(json_build_object('date', "date", 'count', "count")), '[]') FROM by_day) AS "byDay",
      (SELECT coalesce(json_agg(json_build_object('dimension', "dimension", 'label', "label", 'count', "count") ORDER BY "rank"), '[]')
       FROM by_label WHERE "rank" <= ${maxLabels}) AS "byLabel",
      (SELECT coalesce(json_agg(json_build_object(
         'createdAtMs', round(extract(epoch FROM "createdAt") * 1000), 'referrer', "referrer", 'country', "country",
         'region', "region", 'city', "city", 'device', "device", 'browser', "browser", 'os', "os", 'locale', "locale",
         'utmSource', "utmSource", 'utmMedium', "utmMedium", 'utmCampaign', "utmCampaign")
         ORDER BY "createdAt" DESC, "id" DESC), '[]') FROM recent) AS "recent"
    FROM link`;
  return rows[0];
}
