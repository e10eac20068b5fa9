import { type DateRange, lastDays, rangeOfDates } from "../core/date-range";
import { type ShareCard, shareCards } from "../core/share";
import { describeChannel, tagsOf } from "../stats/query/channel-labels";
import type { DimensionName } from "../stats/query/dimensions";
import { filtersOf } from "../stats/query/filter-parameters";
import type { Interval } from "../stats/query/series";
import { type Change, missingBefore, sameStretch } from "../stats/report/same-stretch";
import { getScopeReport, type ScopeReport } from "../stats/report/scope-report";
import { channelsOf, splitLabels } from "../stats/report/split-labels";
import { detailOf } from "../stats/report/statistics-csv";

/** A share page as it is stored, with what it is about. */
export interface StoredShare {
  id: string;
  linkId: number | null;
  slug: string | null;
  title: string | null;
  domain: string | null;
  tag: string | null;
  campaign: string | null;
  linkIds: number[];
  cards: string[];
  days: number | null;
  from: string | null;
  to: string | null;
  csv: boolean;
  passwordHash: string | null;
  expiresAt: Date | null;
}

/** What each card lists. */
const listedBy = {
  channels: ["sourceMedium"],
  links: [],
  countries: ["country"],
  referrers: ["referrer"],
  cities: ["city"],
  devices: ["device", "browser", "os"],
  campaigns: ["campaign"],
  languages: ["locale"],
} as const satisfies Record<Exclude<ShareCard, "comparison">, readonly DimensionName[]>;

type ListCard = keyof typeof listedBy;
type Listed = (typeof listedBy)[ListCard][number];
export type ListName = Exclude<Listed, "sourceMedium"> | "channel" | "link";

interface Row {
  label: string;
  /**
   * The country of a city, the title of a link, the tags of a channel if it has some, or as of
   * `detailOf`.
   */
  detail: string | null;
  clicks: number;
}

/** One list of a card. `isPartial`: it leaves out labels with few clicks. */
export interface ShareList {
  name: ListName;
  rows: Row[];
  isPartial: boolean;
}

/** All that a share page and its file show, and nothing else. */
export interface ShareFigures {
  from: string;
  to: string;
  interval: Interval;
  clicks: number;
  visitors: number;
  /**
   * The period before, with what changed since; null if it was not chosen, or not counted in whole.
   */
  before: { from: string; to: string; clicks: Change; visitors: Change } | null;
  /** Until now. `start`: ISO 8601. */
  points: { start: string; clicks: number; visitors: number }[];
  /** The last point is in progress. */
  isOpen: boolean;
  /** Earlier clicks of the range are not included, because they are deleted; null if all are. */
  keptSince: string | null;
  cards: { card: ListCard; lists: ShareList[] }[];
  /** As in `Report`. */
  waitingSince?: string;
}

const mostRows = 20;
/** A city or referrer with fewer clicks could tell who somebody is. */
const fewestClicks = 3;
const sparing: ReadonlySet<ListName> = new Set(["city", "referrer"]);

/** Reads what the page shows, by the report of the dashboard. Throws `statistics_timeout`. */
export async function readFigures(share: StoredShare, now: Date): Promise<ShareFigures> {
  const { days, from, to, campaign } = share;
  const dateRange = from && to ? rangeOfDates(from, to) : lastDays(days ?? 1, now);
  // Of one campaign, that card would be one row.
  const cards = shareCards.filter(
    (card): card is ListCard =>
      card !== "comparison" &&
      share.cards.includes(card) &&
      (card !== "campaigns" || campaign === null),
  );
  const interval = intervalOf(dateRange.days);
  const compare = share.cards.includes("comparison") ? "previous" : null;
  const filters = campaign === null ? {} : filtersOf({ utm_campaign_is: [campaign] });
  const report = await getScopeReport(
    scopeOf(share),
    { dateRange, filters, interval, compare },
    {
      breakdowns: cards.flatMap((card): readonly DimensionName[] => listedBy[card]),
      labelLimit: mostRows,
      recent: 0,
      topLinks: cards.includes("links") ? mostRows : 0,
      isForStrangers: true,
    },
  );
  const points = report.series.filter(({ start }) => new Date(start) <= now);
  return {
    from: dateRange.from,
    to: dateRange.to,
    interval,
    clicks: report.clicks,
    visitors: report.uniqueVisitors,
    before: changesOf(report, now),
    points: points.map(({ start, clicks, uniqueVisitors }) => ({
      start,
      clicks,
      visitors: uniqueVisitors ?? 0,
    })),
    isOpen: dateRange.until > now,
    keptSince:
      campaign !== null && isCut(report.clicksSince, dateRange) ? report.clicksSince : null,
    cards: cards.map((card) => ({ card, lists: listsOf(card, report) })),
    ...(report.waitingSince ? { waitingSince: report.waitingSince } : {}),
  };
}

/** Those of a campaign are counted one by one. */
function isCut(clicksSince: string | null, { since }: DateRange): boolean {
  return clicksSince !== null && new Date(clicksSince) > since;
}

function changesOf(report: ScopeReport, now: Date): ShareFigures["before"] {
  const { previous, totals } = report;
  if (!previous || !totals.createdAt) return null;
  if (missingBefore({ createdAt: totals.createdAt }, report, now)) return null;
  const compared = sameStretch(report, previous, now);
  const change = (pick: "clicks" | "uniqueVisitors") => ({
    now: compared.now[pick],
    before: compared.before[pick],
  });
  const { from, to } = previous.dateRange;
  return { from, to, clicks: change("clicks"), visitors: change("uniqueVisitors") };
}

function scopeOf({ linkId, linkIds, tag, to }: StoredShare) {
  if (linkId !== null) return { linkIds: [linkId] };
  if (tag !== null) return to ? { linkIds } : { tag: [tag] };
  return {};
}

function intervalOf(days: number): Interval {
  return days === 1 ? "hour" : days <= 92 ? "day" : days <= 400 ? "week" : "month";
}

function listsOf(card: ListCard, report: ScopeReport): ShareList[] {
  if (card === "links") {
    const rows = report.topLinks.map(({ slug, title, clicks }) => ({
      label: slug,
      detail: title,
      clicks,
    }));
    return [{ name: "link", rows, isPartial: false }];
  }
  if (card === "channels") {
    const rows = channelsOf(report.breakdowns.sourceMedium).map(({ count, ...channel }) => {
      const { kind, name } = describeChannel(channel);
      const { source, medium } = tagsOf(channel);
      const isTagged = kind === "tagged";
      return {
        label: isTagged ? name : kind,
        detail: isTagged ? [source, medium].filter(Boolean).join(" / ") : null,
        clicks: count,
      };
    });
    // What names no channel comes last.
    const isNamed = ({ detail }: Row) => Number(detail !== null);
    rows.sort((a, b) => isNamed(b) - isNamed(a));
    return [{ name: "channel", rows, isPartial: false }];
  }
  return listedBy[card].map((name) => {
    const least = sparing.has(name) ? fewestClicks : 1;
    const found = splitLabels(report, name);
    const rows = found.filter(({ count }) => count >= least);
    return {
      name,
      rows: rows.map((row) => ({
        label: row.label,
        detail: detailOf(row, name),
        clicks: row.count,
      })),
      isPartial: sparing.has(name) && rows.length < found.length,
    };
  });
}
