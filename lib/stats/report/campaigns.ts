import { type DateRange, datesOf, lastDays, rangeBefore } from "../../core/date-range";
import { groupBy } from "../../core/group-by";
import { Prisma } from "../../database/generated/client";
import { countLinks } from "../../links/count-links";
import { labelCap, otherLabel } from "../query/dimensions";
import { hasFilters } from "../query/filters";
import type { StatisticsQuery } from "../query/query";
import { findScope, type ReportScope } from "../query/report-scope";
import { isLiving, type Scope } from "../query/scope";
import { planOf } from "../sources/plan";
import { type Reader, Tables } from "../sources/source";
import { listOf } from "./read-statistics";
import { inOneSnapshot } from "./report";
import { type Change, changesFrom, readEarlier } from "./same-stretch";
import { snapshotOf } from "./scope-report";
import { busiestLinks } from "./top-links";

/**
 * Clicks on a link with a campaign and a source. `None` stands for a missing tag, and `Other` twice
 * for rare ones.
 */
export interface CampaignCell {
  linkId: number;
  slug: string;
  title: string | null;
  campaign: string;
  source: string;
  count: number;
  /** Of which tags visitors sent the text `None` or `Other` itself. Left out for none. */
  sent?: ("campaign" | "source")[];
}

/** A campaign, or tagged clicks without one (`None`), or those of rare ones (`Other`). */
export interface Campaign {
  campaign: string;
  /** Visitors sent that name, though it is one of ours. */
  isSent?: boolean;
  clicks: number;
  /** Null without a date range to compare with. */
  change: Change | null;
  /** By day, oldest first, today last; independent of the date range. */
  spark: number[];
  /**
   * Most clicks first, those without a source last: of the combinations that are counted one by
   * one, as the links are.
   */
  sources: { source: string; isSent?: boolean; clicks: number }[];
  links: { slug: string; title: string | null; clicks: number }[];
}

/** Of more links than this, only the busiest are read one by one. */
const mostRead = 10_000;
/** So many by clicks, and so many by the last click. */
const busiestRead = 500;

export interface Campaigns {
  /** Most clicks first, clicks without a campaign last. */
  campaigns: Campaign[];
  /** Combinations of link, campaign and source that are not listed: those with the fewest clicks. */
  more: number;
  /** Campaigns list only links among so many with the most clicks, or the last. Null: among all. */
  busiest: number | null;
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
    const isOfBusiest =
      scope === "all" && !hasFilters(filters) && (await countLinks(reader)) > mostRead;
    const { cells, of, isCapped, ...listed } = await readCells(reader, scope, query, {
      limit: mostCells,
      isOfBusiest,
    });
    const all = isOfBusiest ? await readSums(reader, query) : { cells, isCapped, ...listed };
    const links = new Map(campaignsOf(cells).map((each) => [keyOf(each), each.links]));
    const found = campaignsOf(all.cells).map((each) => ({
      ...each,
      links: links.get(keyOf(each)) ?? [],
    }));
    const names = [...new Set(found.map(({ campaign }) => campaign))];
    const read = async (range: DateRange, isDaily: boolean) =>
      names.length > 0
        ? (await readClicks(reader, { scope, dateRange: range, filters }, names, isDaily)).map(
            ({ label, isPair, ...each }) => ({
              ...each,
              key: keyOf({
                campaign: label || none,
                isSent: isSent(label, isPair && all.isCapped),
              }),
            }),
          )
        : [];
    const clicksIn = async (range: DateRange) =>
      new Map(
        [...groupBy(await read(range, false), ({ key }) => key)].map(([key, own]) => [
          key,
          own.reduce((total, { clicks }) => total + clicks, 0),
        ]),
      );
    const clicks = await clicksIn(dateRange);
    const before = compare && rangeBefore(dateRange, compare);
    const changeOf =
      before &&
      changesFrom(await readEarlier(dateRange, before, now, clicksIn), (clicks) => clicks);
    const recent = lastDays(campaignSparkDays, now);
    const days = groupBy(await read(recent, true), ({ key }) => key);
    const dates = datesOf(recent);
    const campaigns = found.map((each) => {
      const key = keyOf(each);
      const own = groupBy(days.get(key) ?? [], ({ date }) => date);
      return {
        ...each,
        clicks: clicks.get(key) ?? 0,
        change: changeOf?.(key, clicks.get(key) ?? 0) ?? null,
        spark: dates.map((date) =>
          (own.get(date) ?? []).reduce((total, day) => total + day.clicks, 0),
        ),
      };
    });
    const more = isOfBusiest ? 0 : of - cells.length;
    const busiest = isOfBusiest ? busiestRead : null;
    return { campaigns: campaigns.sort(byClicks), more, busiest, unread: all.unread };
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
    async (reader, scope) => (await readCells(reader, scope, query, { limit })).cells,
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
  /** Whether labels may be beyond the cap. */
  isCapped: boolean;
}

/** Whether visitors sent what is also a name of ours. An empty label is none. */
const isSent = (label: string, isRest: boolean) =>
  label === none || (label === otherLabel && !isRest);

async function readCells(
  reader: Reader,
  scope: Scope,
  { dateRange, filters }: StatisticsQuery,
  { limit, isOfBusiest = false }: { limit: number; isOfBusiest?: boolean },
): Promise<Cells> {
  type Row = Omit<Cells, "isCapped">;
  const tables = new Tables();
  const busiest = tables.table("busiest", () => busiestLinks(busiestRead));
  const plan = planOf(
    {
      scope: isOfBusiest ? { found: Prisma.sql`SELECT "linkId" FROM ${busiest()}` } : scope,
      dateRange,
      filters,
      of: "labels",
      isPerLink: true,
      isUnreadApart: true,
    },
    tables,
  );
  const found = plan.tables.table(
    "cells",
    () => Prisma.sql`
      SELECT * FROM (${plan.pairs("campaignSource")}) AS c("linkId", "campaign", "source", "count")
      WHERE ${isLiving}`,
  );
  const [{ cells, ...row }] = await reader.$queryRaw<[Row]>(
    plan.tables.select(Prisma.sql`
    SELECT (SELECT count(*)::int FROM ${found()}) AS "of", (${plan.unread()})::float8 AS "unread",
      ${listOf(Prisma.sql`
        SELECT c."linkId", l."slug", l."title", c."campaign", c."source", c."count"::float8 AS "count"
        FROM (SELECT * FROM ${found()} ORDER BY "count" DESC, "linkId", "campaign" COLLATE "C", "source" COLLATE "C" LIMIT ${limit}) c,
             LATERAL (SELECT "slug", "title" FROM "Link" l WHERE l."id" = c."linkId" OFFSET 0) l`)} AS "cells"`),
  );
  const isCapped = !hasFilters(filters) && row.of >= labelCap;
  return { ...row, isCapped, cells: cells.map((each) => named(each, isCapped)) };
}

/** Campaigns and sources of all links, as cells of no link. */
async function readSums(
  reader: Reader,
  { dateRange }: StatisticsQuery,
): Promise<Omit<Cells, "of">> {
  const plan = planOf({ scope: "all", dateRange, of: "labels", isUnreadApart: true });
  const [{ cells, unread }] = await reader.$queryRaw<[Omit<Cells, "of" | "isCapped">]>(
    plan.tables.select(Prisma.sql`
    SELECT (${plan.unread()})::float8 AS "unread", ${listOf(Prisma.sql`
      SELECT 0 AS "linkId", '' AS "slug", NULL AS "title", "label" AS "campaign", "detail" AS "source", sum("clicks")::float8 AS "count"
      FROM (${plan.labels({ dimensions: ["campaignSource"] })}) l GROUP BY "label", "detail" HAVING sum("clicks") > 0`)} AS "cells"`),
  );
  const isCapped = cells.length >= labelCap;
  return { unread, isCapped, cells: cells.map((each) => named(each, isCapped)) };
}

function named({ campaign, source, ...cell }: CampaignCell, isCapped: boolean): CampaignCell {
  const isRest = isCapped && campaign === otherLabel && source === otherLabel;
  const sent = [
    ...(isSent(campaign, isRest) ? (["campaign"] as const) : []),
    ...(isSent(source, isRest) ? (["source"] as const) : []),
  ];
  return {
    ...cell,
    campaign: campaign || none,
    source: source || none,
    ...(sent.length > 0 ? { sent } : {}),
  };
}

/** Clicks of these campaigns, all together or by day; `isPair`: `Other` of both tags. */
function readClicks(
  reader: Reader,
  wanted: { scope: Scope; dateRange: DateRange; filters: StatisticsQuery["filters"] },
  names: readonly string[],
  isDaily: boolean,
): Promise<{ label: string; isPair: boolean; date: string; clicks: number }[]> {
  const plan = planOf({ ...wanted, of: "labels", isUnreadApart: true });
  const day = isDaily ? Prisma.sql`to_char("day", 'YYYY-MM-DD')` : Prisma.sql`''`;
  return reader.$queryRaw(
    plan.tables.select(Prisma.sql`
    SELECT * FROM (
      SELECT "label", "label" = ${otherLabel} AND "detail" = ${otherLabel} AS "isPair", ${day} AS "date", sum("clicks")::float8 AS "clicks"
      FROM (${plan.labels({ dimensions: ["campaignSource"], isDaily })}) l GROUP BY 1, 2, 3
    ) c WHERE coalesce(nullif("label", ''), ${none}) = ANY(${names}::text[])`),
  );
}

/** Adds up cells. */
export function campaignsOf(
  cells: readonly CampaignCell[],
): Pick<Campaign, "campaign" | "isSent" | "clicks" | "sources" | "links">[] {
  const campaignOf = ({ campaign, sent }: CampaignCell) => ({
    campaign,
    ...(sent?.includes("campaign") ? { isSent: true } : {}),
  });
  const sourceOf = ({ source, sent }: CampaignCell) => ({
    source,
    ...(sent?.includes("source") ? { isSent: true } : {}),
  });
  const found = ranked(cells, campaignOf).map(({ cells: own, ...campaign }) => ({
    ...campaign,
    sources: ranked(own, sourceOf).map(({ cells: _, ...source }) => source),
    links: ranked(own, ({ slug, title }) => ({ slug, title })).map(({ cells: _, ...link }) => link),
  }));
  return found.sort(byClicks);
}

interface Name {
  campaign?: string;
  source?: string;
  slug?: string;
  isSent?: boolean;
}

const nameOf = ({ campaign, source, slug }: Name) => campaign ?? source ?? slug ?? "";
const keyOf = (name: Name) => `${name.isSent === true} ${nameOf(name)}`;
/** A slug may be None, too. */
const isMissing = (name: Name) =>
  Number(name.slug === undefined && !name.isSent && nameOf(name) === none);

type Ranked = Name & { clicks: number };

/** A missing tag comes last. */
const byClicks = (a: Ranked, b: Ranked) =>
  isMissing(a) - isMissing(b) || b.clicks - a.clicks || (nameOf(a) < nameOf(b) ? -1 : 1);

/** Each name once, by clicks, with its cells. */
function ranked<N extends Name>(
  cells: readonly CampaignCell[],
  of: (cell: CampaignCell) => N,
): (N & { clicks: number; cells: CampaignCell[] })[] {
  return [...groupBy(cells, (cell) => keyOf(of(cell))).values()]
    .map((own) => ({ ...of(own[0] as CampaignCell), clicks: sum(own), cells: own }))
    .sort(byClicks);
}

function sum(cells: readonly CampaignCell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
