import { utcDays } from "../../core/date-range";
import { isSlug } from "../../core/slug";
import type { Prisma } from "../../database/generated/client";
import { shownLink } from "../../links/get-link";
import { type Link, linkInclude } from "../../links/link";
import { linkNotFound } from "../../links/outcome";
import { withWaiting } from "../../visits/journal/journal-drained";
import type { StatisticsQuery } from "../query/query";
import { oneLink } from "../query/scope";
import { type InstantReport, readInstantReport } from "./instant-report";
import { inOneSnapshot, type Report, type ReportOptions, readReport } from "./report";
import { countSetAside } from "./set-aside";

interface LinkFacts {
  link: Link;
  firstDayClicks: number;
  /** Counted by another shortener before the import, and part of no other number. */
  importedClicks: number;
  /**
   * Clicks on the UTC days of the date range that are part of no other number; null unless asked
   * for.
   */
  setAside: number | null;
}

export interface LinkReport extends Report, LinkFacts {}

interface LinkReportOptions extends ReportOptions {
  /** Counts the clicks that are set aside. Default: no. */
  hasSetAside?: boolean;
}

/** The report of one link. Throws `not_found` and `statistics_timeout`. */
export async function getLinkReport(
  slug: string,
  query: StatisticsQuery,
  { hasSetAside = false, ...options }: LinkReportOptions = {},
): Promise<LinkReport> {
  const read = async (transaction: Prisma.TransactionClient) => {
    const facts = await readLink(transaction, slug, query, hasSetAside);
    return { ...(await readReport(transaction, oneLink(facts.link.id), query, options)), ...facts };
  };
  return withWaiting(() => inOneSnapshot(query, read));
}

/**
 * The instant part of a link's filtered report, if there is one, with the clicks that are set aside:
 * see `readInstantReport`. Throws `not_found`.
 */
export async function getInstantLinkReport(
  slug: string,
  query: StatisticsQuery,
  now: Date,
): Promise<(InstantReport & LinkFacts) | null> {
  return inOneSnapshot({}, async (transaction) => {
    const facts = await readLink(transaction, slug, query, true);
    const report = await readInstantReport(transaction, oneLink(facts.link.id), query, now);
    return report && { ...report, ...facts };
  });
}

async function readLink(
  reader: Prisma.TransactionClient,
  slug: string,
  { dateRange }: StatisticsQuery,
  hasSetAside: boolean,
): Promise<LinkFacts> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  const row = await reader.link.findUnique({ where: { slug }, include: linkInclude });
  if (!row) throw linkNotFound(slug);
  return {
    link: shownLink(row),
    firstDayClicks: Number(row.totals?.firstDayClicks ?? 0),
    importedClicks: Number(row.importedClicks ?? 0),
    setAside: hasSetAside ? await countSetAside(reader, row.id, utcDays(dateRange)) : null,
  };
}
