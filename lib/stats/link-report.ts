import { env } from "../config/env";
import { type DateRange, rangeBefore } from "../core/date-range";
import { SluglineError } from "../core/errors";
import { isSlug } from "../core/slug";
import { database, statisticsDatabase } from "../database/client";
import { isStatementTimeout } from "../database/database-errors";
import { Prisma } from "../database/generated/client";
import { type Link, linkInclude, toLink } from "../links/link";
import { linkNotFound } from "../links/link-errors";
import type { ClickRecord } from "./click-record";
import { type DimensionName, dimensionNames } from "./dimensions";
import { hasFilters, type LinkStatisticsQuery } from "./query";
import { type LabelCount, type LinkCounts, type Reader, readStatistics } from "./read-statistics";
import { type DayCounts, fillDayCounts, fillHours, groupDays, type Interval, type Point } from "./series";

/** Clicks and visitors of one date range. `uniqueVisitors` is the sum of the daily numbers, because the salt of the visitor hash changes daily. */
export interface RangeCounts {
  dateRange: DateRange;
  clicks: number;
  uniqueVisitors: number;
  days: DayCounts[];
  /** By the requested interval, else by day. */
  series: Point[];
}

export interface LinkReport extends RangeCounts {
  link: Link;
  firstDayClicks: number;
  /** Counted by another shortener before the import, and part of no other number. */
  importedClicks: number;
  breakdowns: Record<DimensionName, LabelCount[]>;
  /** Latest first. All-time; with filters, matching clicks of the date range. */
  recentClicks: ClickRecord[];
  previous: RangeCounts | null;
  isFiltered: boolean;
  /** With filters, no clicks before this instant are counted (CLICK_RETENTION_DAYS); null while all are kept. */
  clicksSince: string | null;
}

interface ReportOptions {
  /** Default: all. Omitted breakdowns are empty and cost nothing. */
  breakdowns?: readonly DimensionName[];
  /** Labels of each breakdown. Default: 50. */
  labelLimit?: number;
  /** Recent clicks. Default: 20. */
  recent?: number;
}

/** Timeout of filtered statistics, which scan raw clicks. Below the API's own limit of 5 s. */
const filteredLimitMs = 3_500;

/**
 * The report of one link. Without filters the cost depends on days and labels, not on clicks. Throws `not_found`, and
 * `statistics_timeout` if the filters leave too many clicks to count in time.
 */
export async function getLinkReport(slug: string, query: LinkStatisticsQuery, options: ReportOptions = {}): Promise<LinkReport> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  const { breakdowns = dimensionNames, labelLimit = 50, recent = 20 } = options;
  const { dateRange, filters, interval, compare } = query;
  const isFiltered = hasFilters(filters);
  const hours = interval === "hour";

  return inOneSnapshot(isFiltered, async (reader, links) => {
    const row = await links.findUnique({ where: { slug }, include: { ...linkInclude } });
    if (!row) throw linkNotFound(slug);
    const counts = await readStatistics(reader, row.id, { dateRange, filters, breakdowns, labelLimit, recent, hours });
    const before = compare && rangeBefore(dateRange, compare);
    const previous =
      before && (await readStatistics(reader, row.id, { dateRange: before, filters, breakdowns: [], labelLimit: 0, recent: 0, hours }));
    return {
      ...rangeCounts(dateRange, counts, interval),
      link: toLink(row, env().BASE_URL),
      firstDayClicks: Number(row.totals?.firstDayClicks ?? 0),
      importedClicks: Number(row.importedClicks ?? 0),
      breakdowns: Object.fromEntries(dimensionNames.map((name) => [name, counts.breakdowns.get(name) ?? []])) as LinkReport["breakdowns"],
      recentClicks: counts.recentClicks,
      previous: before && previous && rangeCounts(before, previous, interval),
      isFiltered,
      clicksSince: counts.clicksSince,
    };
  });
}

function rangeCounts(dateRange: DateRange, counts: LinkCounts, interval: Interval | null): RangeCounts {
  const days = fillDayCounts(dateRange, counts.days);
  const sum = (pick: (day: DayCounts) => number) => days.reduce((total, day) => total + pick(day), 0);
  return {
    dateRange,
    clicks: sum(({ clicks }) => clicks),
    uniqueVisitors: sum(({ uniqueVisitors }) => uniqueVisitors),
    days,
    series: interval === "hour" ? fillHours(dateRange, counts.hours) : groupDays(days, interval ?? "day"),
  };
}

type Links = Prisma.TransactionClient["link"];

async function inOneSnapshot<T>(isFiltered: boolean, work: (reader: Reader, links: Links) => Promise<T>): Promise<T> {
  try {
    // Filters produce many different statements, whose plans are not worth caching.
    return await (isFiltered ? database() : statisticsDatabase()).$transaction(
      async (transaction) => {
        if (isFiltered) await transaction.$executeRaw`SELECT set_config('statement_timeout', ${String(filteredLimitMs)}, true)`;
        return work(transaction, transaction.link);
      },
      { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
    );
  } catch (error) {
    if (!isFiltered || !isStatementTimeout(error)) throw error;
    throw new SluglineError(
      "statistics_timeout",
      "These filters leave too many clicks to count in time: choose a shorter range or take filters away.",
    );
  }
}
