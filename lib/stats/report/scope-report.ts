import type { DateRange } from "../../core/date-range";
import type { Prisma } from "../../database/generated/client";
import { withWaiting } from "../../visits/journal/journal-drained";
import { requireTotals } from "../aggregate/backfill-totals";
import type { Filters } from "../query/filters";
import type { Subject } from "../query/page-query";
import { pageDimensions, type StatisticsQuery } from "../query/query";
import { findScope, type ReportScope } from "../query/report-scope";
import type { Scope } from "../query/scope";
import { type InstantReport, readInstantReport } from "./instant-report";
import type { LatestClick } from "./latest-clicks";
import { reported, type Statistics, sentLabelsOf, toStatistics } from "./link-statistics";
import {
  inOneSnapshot,
  type Report,
  type ReportOptions,
  readReport,
  type TopLinkCounts,
} from "./report";
import { isCovered } from "./same-stretch";
import { readScopeTotals, type ScopeTotals } from "./scope-totals";
import { readBotHits, readUncounted, type UncountedEntry } from "./uncounted";
import { readWeekdayHours, type WeekdayHours } from "./weekday-hours";

export interface ReportLink extends TopLinkCounts {
  slug: string;
  title: string | null;
  /** Of all clicks in the report, from 0 to 1. */
  share: number;
}

export interface ScopeReport extends Report {
  totals: ScopeTotals;
  recentClicks: LatestClick[];
  topLinks: ReportLink[];
}

const topLength = 10;
/** Links that pages and their files list. */
export const listedLinks = 50;

/**
 * The report of several links, or of all: numbers of each link, added up. So a person who opens two
 * of them counts as two unique visitors. Throws what `findScope` and `requireTotals` do, and
 * `statistics_timeout`.
 */
export function getScopeReport(
  wanted: ReportScope,
  query: StatisticsQuery,
  options: ReportOptions = {},
): Promise<ScopeReport> {
  const { isForStrangers } = options;
  const read = async (transaction: Prisma.TransactionClient) => {
    const scope = await findReady(transaction, wanted);
    const { topLinks, ...report } = await readReport(transaction, scope, query, {
      topLinks: topLength,
      breakdowns: pageDimensions,
      ...options,
    });
    const { recentClicks, clicks } = report;
    const { comparedAt } = options;
    const previous = report.previous?.dateRange;
    const ids = [...topLinks, ...recentClicks].map(({ linkId }) => linkId);
    const found = await transaction.link.findMany({
      where: { id: { in: ids } },
      select: { id: true, slug: true, title: true, createdAt: true },
    });
    const links = new Map(found.map((link) => [link.id, link]));
    const slugOf = (id: number) => links.get(id)?.slug ?? "";
    return {
      ...report,
      totals: await readScopeTotals(transaction, scope),
      recentClicks: recentClicks.map((click) => ({ ...click, slug: slugOf(click.linkId) })),
      topLinks: topLinks.map(({ change, ...top }) => {
        const link = links.get(top.linkId);
        const isCompared = link && previous && comparedAt && isCovered(link, previous, comparedAt);
        return {
          ...top,
          ...(change && isCompared && { change }),
          slug: slugOf(top.linkId),
          title: link?.title ?? null,
          share: top.clicks / clicks,
        };
      }),
    };
  };
  const snapshot = { ...snapshotOf(wanted, query), isForStrangers };
  return withWaiting(() => inOneSnapshot(snapshot, read));
}

/**
 * Only what roll-ups or clicks have, without names of links and all-time numbers. Throws the same.
 */
export function getScopeCounts(
  wanted: ReportScope,
  query: StatisticsQuery,
  options: ReportOptions,
): Promise<Report> {
  return withWaiting(() =>
    inOneSnapshot(snapshotOf(wanted, query), async (transaction) =>
      readReport(transaction, await findReady(transaction, wanted), query, options),
    ),
  );
}

const isSum = ({ tag, slug, linkIds }: ReportScope) => Boolean(tag ?? slug ?? linkIds);

/** What a snapshot for these links and this query may take. */
export const snapshotOf = (wanted: ReportScope, { filters, dateRange }: StatisticsQuery) => ({
  filters,
  dateRange,
  isSum: isSum(wanted),
});

async function findReady(
  transaction: Prisma.TransactionClient,
  wanted: ReportScope,
): Promise<Scope> {
  const scope = await findScope(transaction, wanted);
  if (scope === "all") await requireTotals(transaction);
  return scope;
}

/** What a page needs to know of these links. Without links they begin now. */
export function subjectOf(totals: ScopeTotals, now: Date): Subject {
  return { ...totals, createdAt: totals.createdAt ?? now.toISOString(), expiresAt: null };
}

/** All-time numbers of these links. Throws what `findScope` does. */
export function getScopeTotals(wanted: ReportScope): Promise<ScopeTotals> {
  return inOneSnapshot({}, async (transaction) =>
    readScopeTotals(transaction, await findScope(transaction, wanted)),
  );
}

/**
 * The instant part of a filtered report of these links, if there is one: see `readInstantReport`.
 */
export function getInstantScopeReport(
  wanted: ReportScope,
  query: StatisticsQuery,
  now: Date,
): Promise<InstantReport | null> {
  return inOneSnapshot({}, async (transaction) =>
    readInstantReport(transaction, await findReady(transaction, wanted), query, now),
  );
}

/** Clicks on these links by weekday and hour. Throws `statistics_timeout`, too. */
export function getScopeWeekdayHours(
  wanted: ReportScope,
  dateRange: DateRange,
  filters: Filters = {},
): Promise<WeekdayHours> {
  return inOneSnapshot({ filters, isSum: isSum(wanted) }, async (transaction) =>
    readWeekdayHours(transaction, await findScope(transaction, wanted), dateRange, filters),
  );
}

/** Bot hits of these links by UTC date. `stored`: UTC days. */
export function getScopeBotHits(
  wanted: ReportScope,
  stored: DateRange,
): Promise<Map<string, number>> {
  return inOneSnapshot({ isSum: isSum(wanted) }, async (transaction) =>
    readBotHits(transaction, await findScope(transaction, wanted), stored),
  );
}

/** What was not counted on these links. Throws what `findScope` does, and `statistics_timeout`. */
export function getScopeUncounted(
  wanted: ReportScope,
  stored: DateRange,
): Promise<UncountedEntry[]> {
  return inOneSnapshot({ isSum: isSum(wanted), isLong: true }, async (transaction) =>
    readUncounted(transaction, await findScope(transaction, wanted), stored),
  );
}

interface ReportStatistics extends Statistics {
  topLinks: Omit<ReportLink, "linkId">[];
}

/** The same as the API returns it. */
export async function getReportStatistics(
  wanted: ReportScope,
  query: StatisticsQuery,
): Promise<ReportStatistics> {
  const { totals, topLinks, ...report } = await getScopeReport(wanted, query, {
    breakdowns: reported,
  });
  return {
    ...toStatistics(
      { ...report, recentClicks: report.recentClicks.map(({ slug: _, ...click }) => click) },
      totals,
      query,
    ),
    ...sentLabelsOf(report),
    topLinks: topLinks.map(({ slug, title, clicks, share, previousClicks }) => ({
      slug,
      title,
      clicks,
      share,
      previousClicks,
    })),
  };
}
