import { type DateRange, datesOf, lastDays, rangeBefore } from "../../core/date-range";
import { groupBy } from "../../core/group-by";
import { Prisma } from "../../database/generated/client";
import type { StatisticsQuery } from "../query/query";
import { findScope, type ReportScope } from "../query/report-scope";
import { isLiving, type Scope } from "../query/scope";
import { planOf } from "../sources/plan";
import type { Reader } from "../sources/source";
import { listOf } from "./read-statistics";
import { inOneSnapshot } from "./report";
import { type Change, changesFrom, readEarlier } from "./same-stretch";
import { snapshotOf } from "./scope-report";

/** Clicks on a link with a campaign and a source. `None` stands for a missing tag. */
interface CampaignCell {
  linkId: number;
  slug: string;
  title: string | null;
  campaign: string;
  source: string;
  count: number;
}

/** A campaign, or tagged clicks without one (`None`), or those of rare ones (`Other`). */
export interface Campaign {
  campaign: string;
  clicks: number;
  /** Null without a date range to compare with. */
  change: Change | null;
  /** By day, oldest first, today last; independent of the date range. */
  spark: number[];
  /**
   * Most clicks first, those without a source last: of the combinations that are counted one by
   * one, as the links are.
   */
  sources: { source: string; clicks: number }[];
  links: { slug: string; title: string | null; clicks: number }[];
}

export interface Campaigns {
  /** Most clicks first, clicks without a campaign last. */
  campaigns: Campaign[];
  /** Combinations of link, campaign and source that are not listed: those with the fewest clicks. */
  more: number;
  /** Clicks whose tags are not read yet, because too many came at once: see `pendingClicks`. */
  unread: number;
}

export const campaignSparkDays = 14;
const mostCells = 2_000;
const none = "None";

/**
 * Campaigns of the links in a scope with their sources and links, from one snapshot. Throws what
 * `findScope` does, and `statistics_timeout`.
 */
export function getCampaigns(
  wanted: ReportScope,
  query: StatisticsQuery,
  now: Date,
): Promise<Campaigns> {
  return inCampaignSnapshot(wanted, query, async (reader, scope) => {
    const { dateRange, compare, filters } = query;
    const { cells, of, unread } = await readCells(reader, scope, query, mostCells);
    const found = campaignsOf(cells);
    const names = found.map(({ campaign }) => campaign);
    const read = (range: DateRange, isDaily: boolean) =>
      names.length > 0
        ? readClicks(reader, { scope, dateRange: range, filters }, names, isDaily)
        : [];
    const clicksIn = async (range: DateRange) =>
      new Map((await read(range, false)).map(({ campaign, clicks }) => [campaign, clicks]));
    const clicks = await clicksIn(dateRange);
    const before = compare && rangeBefore(dateRange, compare);
    const changeOf =
      before &&
      changesFrom(await readEarlier(dateRange, before, now, clicksIn), (clicks) => clicks);
    const recent = lastDays(campaignSparkDays, now);
    const days = groupBy(await read(recent, true), ({ campaign }) => campaign);
    const dates = datesOf(recent);
    const campaigns = found.map((each) => {
      const { campaign } = each;
      const own = days.get(campaign) ?? [];
      return {
        ...each,
        clicks: clicks.get(campaign) ?? 0,
        change: changeOf?.(campaign, clicks.get(campaign) ?? 0) ?? null,
        spark: dates.map((date) => own.find((day) => day.date === date)?.clicks ?? 0),
      };
    });
    return { campaigns: campaigns.sort(byClicks), more: of - cells.length, unread };
  });
}

/** All combinations of link, campaign and source, for a file. Throws the same. */
export function listCampaignCells(
  wanted: ReportScope,
  query: StatisticsQuery,
  limit: number,
): Promise<CampaignCell[]> {
  return inCampaignSnapshot(
    wanted,
    query,
    async (reader, scope) => (await readCells(reader, scope, query, limit)).cells,
  );
}

function inCampaignSnapshot<T>(
  wanted: ReportScope,
  query: StatisticsQuery,
  work: (reader: Reader, scope: Scope) => Promise<T>,
): Promise<T> {
  return inOneSnapshot(snapshotOf(wanted, query), async (transaction) =>
    work(transaction, await findScope(transaction, wanted)),
  );
}

interface Cells {
  cells: CampaignCell[];
  /** All combinations there are. */
  of: number;
  unread: number;
}

async function readCells(
  reader: Reader,
  scope: Scope,
  { dateRange, filters }: StatisticsQuery,
  limit: number,
): Promise<Cells> {
  const plan = planOf({
    scope,
    dateRange,
    filters,
    of: "labels",
    isPerLink: true,
    isUnreadApart: true,
  });
  const found = plan.tables.table(
    "cells",
    () => Prisma.sql`
      SELECT * FROM (${plan.pairs("campaignSource")}) AS c("linkId", "campaign", "source", "count")
      WHERE ${isLiving}`,
  );
  const [row] = await reader.$queryRaw<[Cells]>(
    plan.tables.select(Prisma.sql`
    SELECT (SELECT count(*)::int FROM ${found()}) AS "of", (${plan.unread()})::float8 AS "unread",
      ${listOf(Prisma.sql`
        SELECT c."linkId", l."slug", l."title", c."campaign", c."source", c."count"::float8 AS "count"
        FROM (SELECT * FROM ${found()} ORDER BY "count" DESC, "linkId", "campaign" COLLATE "C", "source" COLLATE "C" LIMIT ${limit}) c,
             LATERAL (SELECT "slug", "title" FROM "Link" l WHERE l."id" = c."linkId" OFFSET 0) l`)} AS "cells"`),
  );
  return row;
}

/** Clicks of these campaigns, all together or by day. */
function readClicks(
  reader: Reader,
  wanted: { scope: Scope; dateRange: DateRange; filters: StatisticsQuery["filters"] },
  names: readonly string[],
  isDaily: boolean,
): Promise<{ campaign: string; date: string; clicks: number }[]> {
  const plan = planOf({ ...wanted, of: "labels", isUnreadApart: true });
  const day = isDaily ? Prisma.sql`to_char("day", 'YYYY-MM-DD')` : Prisma.sql`''`;
  return reader.$queryRaw(
    plan.tables.select(Prisma.sql`
    SELECT * FROM (
      SELECT coalesce(nullif("label", ''), 'None') AS "campaign", ${day} AS "date", sum("clicks")::float8 AS "clicks"
      FROM (${plan.labels({ dimensions: ["campaignSource"], isDaily })}) l GROUP BY 1, 2
    ) c WHERE "campaign" = ANY(${names}::text[])`),
  );
}

/** Adds up cells. */
export function campaignsOf(
  cells: readonly CampaignCell[],
): Pick<Campaign, "campaign" | "clicks" | "sources" | "links">[] {
  const found = [...groupBy(cells, ({ campaign }) => campaign)].map(([campaign, own]) => ({
    campaign,
    clicks: sum(own),
    sources: ranked(own, ({ source }) => source).map(([source, clicks]) => ({ source, clicks })),
    links: ranked(own, ({ slug }) => slug).map(([slug, clicks]) => ({
      slug,
      title: own.find((cell) => cell.slug === slug)?.title ?? null,
      clicks,
    })),
  }));
  return found.sort(byClicks);
}

const isLast = (name: string) => Number(name === none);

type Ranked = Pick<Campaign, "campaign" | "clicks">;

const byClicks = (a: Ranked, b: Ranked) =>
  isLast(a.campaign) - isLast(b.campaign) ||
  b.clicks - a.clicks ||
  (a.campaign < b.campaign ? -1 : 1);

/** Each key once, by clicks. A missing tag comes last. */
function ranked(
  cells: readonly CampaignCell[],
  keyOf: (cell: CampaignCell) => string,
): [string, number][] {
  return [...groupBy(cells, keyOf)]
    .map(([key, own]): [string, number] => [key, sum(own)])
    .sort(
      ([a, clicksA], [b, clicksB]) =>
        isLast(a) - isLast(b) || clicksB - clicksA || (a < b ? -1 : 1),
    );
}

function sum(cells: readonly CampaignCell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
