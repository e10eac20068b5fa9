import { type DateRange, datesOf, hoursOf, rangeBefore, utcDays } from "../../core/date-range";
import { isDeadlineError, withDeadline } from "../../core/deadline";
import { SluglineError } from "../../core/errors";
import { isStatementTimeout } from "../../database/database-errors";
import { Prisma } from "../../database/generated/client";
import { inSnapshot } from "../../database/in-snapshot";
import { type DimensionName, dimensionNames } from "../query/dimensions";
import { type Filters, hasFilters } from "../query/filters";
import type { StatisticsQuery } from "../query/query";
import type { Scope } from "../query/scope";
import {
  type DayCounts,
  fillDayCounts,
  fillHours,
  groupDays,
  type Interval,
  type Point,
} from "../query/series";
import { planOf } from "../sources/plan";
import type { Reader } from "../sources/source";
import { type Breakdowns, breakdownsOf, readStatistics, type ScopeCounts } from "./read-statistics";
import { type Change, changesFrom, readEarlier, withChanges } from "./same-stretch";
import { rankLinksInRange } from "./top-links";

/**
 * Clicks and visitors of one date range. `uniqueVisitors` is the sum of the daily numbers, because
 * the salt of the visitor hash changes daily.
 */
export interface RangeCounts {
  dateRange: DateRange;
  clicks: number;
  uniqueVisitors: number;
  days: DayCounts[];
  /**
   * The UTC days of the range, of which the first and the last may be parts: visitors are counted
   * by them.
   */
  visitorDays: VisitorDay[];
  /** By the requested interval; empty without one. */
  series: Point[];
}

interface VisitorDay {
  date: string;
  uniqueVisitors: number;
}

export interface TopLinkCounts {
  linkId: number;
  clicks: number;
  /** In the date range that is compared; null without one. */
  previousClicks: number | null;
  /** If a report compares labels. */
  change?: Change;
}

/**
 * The statistics of the links in a scope. With filters, recent clicks are matching ones of the date
 * range.
 */
export interface Report
  extends RangeCounts,
    Pick<ScopeCounts, "breakdowns" | "labelCounts" | "recentClicks" | "clicksSince" | "unread"> {
  /** Clicks since then still wait to be stored, and may be missing. Left out if there are none. */
  waitingSince?: string;
  /** Most clicks first; none unless asked for. */
  topLinks: TopLinkCounts[];
  previous: RangeCounts | null;
  isFiltered: boolean;
  /** Whether channels were counted in all of the range and the earlier one. */
  hasChannels: boolean;
}

export interface ReportOptions {
  /** Default: all. Omitted breakdowns are empty and cost nothing. */
  breakdowns?: readonly DimensionName[];
  /** Labels of each breakdown. Default: 50. */
  labelLimit?: number;
  /** Compares each label and link with the earlier range, as of this instant. Default: none. */
  comparedAt?: Date;
  /** Recent clicks. Default: 20. */
  recent?: number;
  /** Links with the most clicks. Default: none. */
  topLinks?: number;
  /** For strangers: on connections of their own, and with a time limit in any case. */
  isForStrangers?: boolean;
}

/** Without filters the cost depends on days and labels, not on clicks. */
export async function readReport(
  reader: Reader,
  scope: Scope,
  query: StatisticsQuery,
  options: ReportOptions = {},
): Promise<Report> {
  const { dateRange, filters, interval, compare } = query;
  const range = { filters, hours: interval === "hour" };
  const counts = await readStatistics(reader, scope, {
    dateRange,
    ...range,
    breakdowns: dimensionNames,
    labelLimit: 50,
    recent: 20,
    ...options,
  });
  const isFiltered = hasFilters(filters);
  const { topLinks = 0 } = options;
  const top =
    scope === "all" && !isFiltered && topLinks > 0
      ? await rankLinksInRange(reader, dateRange, topLinks)
      : counts.topLinks;
  const before = compare && rangeBefore(dateRange, compare);
  const { comparedAt } = options;
  const listed = before && comparedAt ? counts.breakdowns : null;
  const labels = listed && {
    breakdowns: options.breakdowns ?? dimensionNames,
    always: keysOf(listed),
  };
  const earlier =
    before &&
    (await readEarlier(dateRange, before, comparedAt, (dateRange) =>
      readStatistics(reader, scope, { dateRange, ...range, ...labels }),
    ));
  const linksEarlier =
    before &&
    (await readEarlier(dateRange, before, comparedAt, (dateRange) =>
      readLinkClicks(reader, top, dateRange, filters),
    ));
  const linkChange = linksEarlier && changesFrom(linksEarlier, (clicks) => clicks);
  const { labelCounts, recentClicks, clicksSince, unread } = counts;
  const breakdowns =
    listed && earlier
      ? breakdownsOf((name) =>
          withChanges(listed[name], earlier, ({ breakdowns }) => breakdowns[name]),
        )
      : counts.breakdowns;
  return {
    ...rangeCounts(dateRange, counts, interval),
    ...{ breakdowns, labelCounts, recentClicks, clicksSince, unread, isFiltered },
    hasChannels: hasChannels(query, counts.placesSince),
    topLinks: top.map(({ linkId, clicks }) => ({
      linkId,
      clicks,
      previousClicks: linksEarlier && (linksEarlier.all.get(linkId) ?? 0),
      ...(listed && linkChange && { change: linkChange(linkId, clicks) }),
    })),
    previous: before && earlier && rangeCounts(before, earlier.all, interval),
  };
}

function hasChannels({ dateRange, compare, filters }: StatisticsQuery, placesSince: Date): boolean {
  const first = compare ? rangeBefore(dateRange, compare) : dateRange;
  return hasFilters(filters) || first.since >= placesSince;
}

function keysOf(breakdowns: Breakdowns): { label: string; detail: string }[] {
  const keys = Object.values(breakdowns).flatMap((labels) =>
    labels.map(({ label, detail }) => ({ label, detail: detail ?? "" })),
  );
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

/** The clicks of a few links in a date range. */
async function readLinkClicks(
  reader: Reader,
  links: readonly { linkId: number }[],
  dateRange: DateRange,
  filters: Filters,
): Promise<Map<number, number>> {
  if (links.length === 0) return new Map();
  const plan = planOf({
    scope: { linkIds: links.map(({ linkId }) => linkId) },
    dateRange,
    filters,
    of: "clicks",
  });
  const rows = await reader.$queryRaw<{ linkId: number; clicks: number }[]>(
    plan.tables.select(
      Prisma.sql`SELECT "linkId", "clicks"::float8 AS "clicks" FROM (${plan.links()}) l`,
    ),
  );
  return new Map(rows.map(({ linkId, clicks }) => [linkId, clicks]));
}

export function rangeCounts(
  dateRange: DateRange,
  counts: Pick<ScopeCounts, "days" | "utcDays" | "hours">,
  interval: Interval | null,
): RangeCounts {
  const days = fillDayCounts(dateRange, counts.days);
  const visitorDays = datesOf(utcDays(dateRange)).map((date) => ({
    date,
    uniqueVisitors: counts.utcDays.get(Date.parse(date))?.uniqueVisitors ?? 0,
  }));
  return {
    dateRange,
    clicks: days.reduce((total, day) => total + day.clicks, 0),
    uniqueVisitors: visitorDays.reduce((total, day) => total + day.uniqueVisitors, 0),
    days,
    visitorDays,
    series:
      interval === null
        ? []
        : interval === "hour"
          ? fillHours(hoursOf(dateRange), counts.hours)
          : groupDays(days, interval, dateRange.timeZone),
  };
}

/**
 * Timeouts of what may take too long: filters and time zones scan raw clicks. Below the API's own
 * limit of 5 s.
 */
const statementLimitMs = 3_500;
const limitMs = 4_500;

interface Snapshot {
  filters?: Filters;
  dateRange?: DateRange;
  /** Adds up roll-ups of several links. */
  isSum?: boolean;
  /** Adds up what there are no totals of, over any links. */
  isLong?: boolean;
  isForStrangers?: boolean | undefined;
}

/**
 * Throws `statistics_timeout` if the filters, the time zone or the links leave too much to count in
 * time.
 */
export async function inOneSnapshot<T>(
  { filters = {}, dateRange, isSum = false, isLong = isSum, isForStrangers = false }: Snapshot,
  work: (reader: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const isFiltered = hasFilters(filters);
  const isLocal = dateRange !== undefined && dateRange.timeZone !== "UTC";
  const readsClicks = isFiltered || isLocal;
  const isLimited = readsClicks || isLong || isForStrangers;
  // Filters and time zones produce many different statements, whose plans are not worth caching.
  const pool = isForStrangers ? "shares" : readsClicks ? "owners" : "statistics";
  const result = inSnapshot(pool, async (transaction) => {
    if (isLimited)
      await transaction.$executeRaw`SELECT set_config('statement_timeout', ${String(statementLimitMs)}, true)`;
    // Postgres may read many clicks in several processes, but not for somebody unknown.
    if (isForStrangers)
      await transaction.$executeRaw`SELECT set_config('max_parallel_workers_per_gather', '0', true)`;
    // The roll-ups of some links are found by index. For thousands of them Postgres would rather
    // read all of a table.
    if (isSum) await transaction.$executeRaw`SELECT set_config('enable_seqscan', 'off', true)`;
    return work(transaction);
  });
  try {
    return await (isLimited ? withDeadline(result, limitMs) : result);
  } catch (error) {
    if (!isLimited || !(isStatementTimeout(error) || isDeadlineError(error))) throw error;
    throw new SluglineError("statistics_timeout", tooSlow(isFiltered, isLocal));
  }
}

function tooSlow(isFiltered: boolean, isLocal: boolean) {
  if (isLocal) return "timeZoneTooSlow";
  return isFiltered ? "tooManyFilteredClicks" : "linksTooSlow";
}
