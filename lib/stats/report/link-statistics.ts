import {
  type DimensionName,
  dimensions,
  otherLabel,
  type RareName,
  rareDimensions,
} from "../query/dimensions";
import type { StatisticsQuery } from "../query/query";
import type { Point } from "../query/series";
import type { ClickRecord } from "./click-record";
import { getLinkReport } from "./link-report";
import type { RangeCounts, Report } from "./report";
import { isSentName, splitLabels } from "./split-labels";

/** The object of docs/api-contract.md, Per-link statistics. */
export interface LinkStatistics extends Statistics {
  slug: string;
  /** On the UTC days of the range, and in no other number. Left out if there are none. */
  setAside?: number;
}

/** Each is left out without clicks that have a label of it. */
type RareLists = {
  [D in RareName as (typeof dimensions)[D]["rareList"]]?: (Record<D, string> & { count: number })[];
};

/** The same of any links. */
export interface Statistics extends RareLists {
  totalClicks: number;
  lastClickedAt: string | null;
  botHitCount: number;
  ogFetchFailCount: number;
  range: Range;
  lifetime: { firstDayClicks: number; totalClicks: number };
  clicksByDay: DayCount[];
  topReferrers: { referrer: string; count: number }[];
  topCountries: { country: string; count: number }[];
  devices: { device: string; count: number }[];
  browsers: { browser: string; count: number }[];
  operatingSystems: { os: string; count: number }[];
  locales: { locale: string; count: number }[];
  utmSources: { source: string; count: number }[];
  utmMediums: { medium: string; count: number }[];
  utmCampaigns: { campaign: string; count: number }[];
  /**
   * With filters or a time zone, and in reports: clicks whose label is the text `None` or `Other`,
   * by list and label. The rows of this name count them, too. Left out if there are none.
   */
  sentLabels?: SentLabels;
  recentClicks: ClickRecord[];
  series?: Point[];
  previous?: { range: Range; clicksByDay: DayCount[]; series?: Point[] };
  /**
   * With filters or a time zone: raw clicks before this instant are no longer stored or
   * counted; null while all are.
   */
  clicksSince?: string | null;
  /**
   * Clicks of the range that have no breakdown yet: see `pendingClicks`. Left out if there are
   * none.
   */
  notAggregated?: number;
}

/** Of other lists, visitors cannot send these labels. */
const sentIn = {
  utmSources: "source",
  utmMediums: "medium",
  utmCampaigns: "campaign",
} as const satisfies Record<string, DimensionName>;
type SentLabels = { [List in keyof typeof sentIn]?: Record<string, number> };

interface Range {
  days: number;
  since: string;
  clicks: number;
  uniqueVisitors: number;
}

interface DayCount {
  date: string;
  count: number;
}

export const reported = [
  "referrer",
  "country",
  "device",
  "browser",
  "os",
  "locale",
  "source",
  "medium",
  "campaign",
  ...rareDimensions,
] as const satisfies DimensionName[];

/** One link's statistics as the API returns them. Throws `not_found` and `statistics_timeout`. */
export async function getLinkStatistics(
  slug: string,
  query: StatisticsQuery,
): Promise<LinkStatistics> {
  const report = await getLinkReport(slug, query, {
    breakdowns: reported,
    hasSetAside: true,
  });
  return {
    slug: report.link.slug,
    ...toStatistics(report, { ...report.link, firstDayClicks: report.firstDayClicks }, query),
    ...(report.setAside ? { setAside: report.setAside } : {}),
  };
}

/** All-time numbers. */
interface Lifetime {
  clickCount: number;
  lastClickedAt: string | null;
  botHitCount: number;
  ogFetchFailCount: number;
  firstDayClicks: number;
}

export function toStatistics(
  report: Omit<Report, "topLinks">,
  lifetime: Lifetime,
  query: StatisticsQuery,
): Statistics {
  return {
    totalClicks: lifetime.clickCount,
    lastClickedAt: lifetime.lastClickedAt,
    botHitCount: lifetime.botHitCount,
    ogFetchFailCount: lifetime.ogFetchFailCount,
    range: rangeOf(report),
    lifetime: { firstDayClicks: lifetime.firstDayClicks, totalClicks: lifetime.clickCount },
    clicksByDay: daysOf(report),
    topReferrers: labelled(report, "referrer"),
    topCountries: labelled(report, "country"),
    devices: labelled(report, "device"),
    browsers: labelled(report, "browser"),
    operatingSystems: labelled(report, "os"),
    locales: labelled(report, "locale"),
    utmSources: labelled(report, "source"),
    utmMediums: labelled(report, "medium"),
    utmCampaigns: labelled(report, "campaign"),
    ...rareListsOf(report),
    recentClicks: report.recentClicks.map(({ linkId: _, ...click }) => click),
    ...(query.interval ? { series: report.series } : {}),
    ...(report.previous ? { previous: previousOf(report.previous, query) } : {}),
    ...(report.isFiltered || query.hasTimeZone || report.dateRange.timeZone !== "UTC"
      ? { clicksSince: report.clicksSince, ...sentLabelsOf(report) }
      : {}),
    ...(report.unread > 0 ? { notAggregated: report.unread } : {}),
  };
}

function rareListsOf(report: Pick<Report, "breakdowns">): RareLists {
  const listed = rareDimensions.filter((name) => hasLabels(report, name));
  return Object.fromEntries(
    listed.map((name) => [dimensions[name].rareList, labelled(report, name)]),
  );
}

/**
 * Whether any click has a label in such a dimension. Clicks that are not aggregated yet may count
 * under Other.
 */
export function hasLabels({ breakdowns }: Pick<Report, "breakdowns">, name: RareName): boolean {
  return breakdowns[name].some(
    ({ label }) => label !== dimensions[name].absent && label !== otherLabel,
  );
}

export function sentLabelsOf(report: Omit<Report, "topLinks">): Pick<Statistics, "sentLabels"> {
  const lists = Object.entries(sentIn).flatMap(([list, name]) => {
    const sent = splitLabels(report, name).filter((row) => isSentName(row, name));
    const counts = sent.map(({ label, count }): [string, number] => [label, count]);
    return counts.length > 0 ? [[list, Object.fromEntries(counts)]] : [];
  });
  return lists.length > 0 ? { sentLabels: Object.fromEntries(lists) } : {};
}

function previousOf(
  counts: RangeCounts,
  { interval }: StatisticsQuery,
): NonNullable<Statistics["previous"]> {
  return {
    range: rangeOf(counts),
    clicksByDay: daysOf(counts),
    ...(interval ? { series: counts.series } : {}),
  };
}

function rangeOf({ dateRange, clicks, uniqueVisitors }: RangeCounts): Range {
  return { days: dateRange.days, since: dateRange.since.toISOString(), clicks, uniqueVisitors };
}

function daysOf({ days }: RangeCounts): DayCount[] {
  return days.map(({ date, clicks }) => ({ date, count: clicks }));
}

function labelled<D extends DimensionName>(report: Pick<Report, "breakdowns">, dimension: D) {
  return report.breakdowns[dimension].map(
    ({ label, count }) => ({ [dimension]: label, count }) as Record<D, string> & { count: number },
  );
}
