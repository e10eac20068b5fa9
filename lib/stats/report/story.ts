import { dayMs } from "../../core/day";
import { formatDay, formatNumber, formatShare, formatUntil } from "../../core/format";
import { localDate } from "../../core/local-time";
import { linkState } from "../../links/link-state";
import { toggled } from "../query/change-filters";
import type { PageQuery } from "../query/page-query";
import { tagName } from "../query/tag-name";
import { type FirstDayRank, type LinkHistory, mostRanked } from "./link-history";
import type { LinkReport } from "./link-report";

/** A piece of the sentence. `changes`: a link that shows what it says. */
export interface StoryPart {
  text: string;
  changes?: Partial<PageQuery>;
}

export interface StoryFacts {
  report: LinkReport;
  query: PageQuery;
  history: LinkHistory | null;
  rank: FirstDayRank | null;
  now: Date;
  locale: string;
  /** How a sentence that leaves the dashboard names a channel: its label is what a visitor sent. */
  nameChannel?: (filter: "utm_source" | "referrer", label: string) => string;
}

/** Below this, a share is given as a count: "3 of 7". */
const leastForPercent = 20;
/** A channel with a smaller share says nothing. */
const leastShare = 0.1;
const leastRanked = 10;

/** What happened on the link in the date range, in one to three sentences. */
export function summarize(facts: StoryFacts): StoryPart[] {
  const { report, query } = facts;
  const { clicks, isFiltered } = report;
  const when = spanOf(facts);
  const previews = isFiltered ? [] : previewParts(facts);
  if (clicks === 0)
    return [
      { text: isFiltered ? `No clicks match the filters ${when}.` : `No clicks ${when}.` },
      ...lastClick(facts),
      ...sentence(previews),
    ];
  const channel = channelParts(facts);
  const both =
    channel.length > 0 && previews.length > 0
      ? [...channel, { text: "; " }, ...previews]
      : [...channel, ...previews];
  return [
    {
      text: counted(clicks, "click", facts.locale),
      ...(query.chart === "clicks" ? {} : { changes: { chart: "clicks" } }),
    },
    {
      text: isFiltered
        ? ` ${clicks === 1 ? "matches" : "match"} the filters ${when}.`
        : ` ${when}.`,
    },
    ...sentence(firstDayParts(facts)),
    ...sentence(both),
  ];
}

/** When there was a click before the range. */
function lastClick({ report: { link, dateRange, isFiltered }, now }: StoryFacts): StoryPart[] {
  const last = isFiltered || !link.lastClickedAt ? null : new Date(link.lastClickedAt);
  return last && last < dateRange.since
    ? [
        {
          text: ` The last one came on ${formatDay(last, { year: now, timeZone: dateRange.timeZone })}.`,
        },
      ]
    : [];
}

function sentence(parts: StoryPart[]): StoryPart[] {
  return parts.length > 0 ? [{ text: " " }, ...parts, { text: "." }] : [];
}

function counted(count: number, noun: string, locale: string): string {
  return `${formatNumber(count, locale)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `in 5 days` since creation, `in the last 30 days`, `on 3 Nov`, `from 1 Nov to 5 Nov`. */
function spanOf({ report, query, now }: StoryFacts): string {
  const { link, dateRange } = report;
  const createdAt = new Date(link.createdAt);
  const expiry = link.expiresAt ? new Date(link.expiresAt) : null;
  const isExpired = linkState({ ...link, enabled: true }, now) === "expired";
  const { from, to, timeZone } = dateRange;
  const day = (at: Date | string) =>
    typeof at === "string"
      ? formatDay(new Date(at), { year: now })
      : formatDay(at, { year: now, timeZone });
  if (createdAt >= dateRange.since && createdAt < dateRange.until) {
    if (expiry && isExpired && expiry > createdAt && expiry < dateRange.until)
      return `${formatUntil(expiry, createdAt)}, until it expired on ${day(expiry)}`;
    if (dateRange.until > now) return formatUntil(now, createdAt);
  }
  if (from === to) return dateRange.until > now ? "today" : `on ${day(from)}`;
  if (typeof query.range === "number") return `in the last ${dateRange.days} days`;
  return `from ${day(from)} to ${dateRange.until > now ? "today" : day(to)}`;
}

/** Only once the first 24 hours are over and all in the range. */
function firstDayParts({ report, rank, now, locale }: StoryFacts): StoryPart[] {
  const { link, dateRange, clicks, firstDayClicks, isFiltered } = report;
  const createdAt = new Date(link.createdAt);
  const end = new Date(createdAt.getTime() + dayMs);
  if (isFiltered || createdAt < dateRange.since || end > now || end > dateRange.until) return [];
  const [from, to] = [createdAt, end].map((at) => localDate(at, dateRange.timeZone)) as [
    string,
    string,
  ];
  const changes: Partial<PageQuery> = { range: { from, to }, interval: "hour", chart: "clicks" };
  if (clicks === 1)
    return firstDayClicks === 1
      ? [{ text: "It came in the " }, { text: "first 24 hours", changes }]
      : [];
  const many =
    firstDayClicks === 0
      ? "None"
      : firstDayClicks === clicks
        ? "All"
        : formatNumber(firstDayClicks, locale);
  return [
    { text: `${many} came in the ` },
    { text: "first 24 hours", changes },
    ...(firstDayClicks > 0 ? rankParts(rank, locale) : []),
  ];
}

function rankParts(rank: FirstDayRank | null, locale: string): StoryPart[] {
  if (!rank || rank.others < leastRanked) return [];
  const tenths = Math.floor((10 * rank.fewer) / rank.others);
  if (tenths < 5) return [];
  const links =
    rank.others < mostRanked
      ? "your links"
      : `your latest ${formatNumber(mostRanked, locale)} links`;
  return [
    {
      text:
        tenths === 10
          ? `, more than any other of ${links}`
          : `, more than ${tenths} of 10 of ${links}`,
    },
  ];
}

/** The strongest source, or where no clicks are tagged the strongest referrer. */
function channelParts({
  report,
  query,
  locale,
  nameChannel = channelName,
}: StoryFacts): StoryPart[] {
  const { clicks, breakdowns } = report;
  const top = (
    [
      { filter: "utm_source", rows: breakdowns.source, verb: "came through" },
      { filter: "referrer", rows: breakdowns.referrer, verb: "came from" },
    ] as const
  ).flatMap(({ filter, rows, verb }) => {
    const row = rows.find(({ label }) => !["None", "Direct", "Other"].includes(label));
    return row && !query.filters[filter] && row.count >= leastShare * clicks
      ? [{ filter, verb, ...row }]
      : [];
  })[0];
  if (!top) return [];
  const { filter, verb, label, count } = top;
  return [
    { text: `${shareOf(count, clicks, locale)} ${verb} ` },
    {
      text: nameChannel(filter, label),
      changes: { filters: toggled(query.filters, filter, label) },
    },
  ];
}

function channelName(filter: "utm_source" | "referrer", label: string): string {
  return filter === "utm_source" ? tagName(filter, label) : label;
}

function shareOf(count: number, clicks: number, locale: string): string {
  if (clicks === 1) return "It";
  if (count === clicks) return "All";
  if (clicks < leastForPercent)
    return `${formatNumber(count, locale)} of ${formatNumber(clicks, locale)}`;
  return count / clicks >= 0.995 ? "Nearly all" : formatShare(count, clicks, locale);
}

function previewParts({ history, locale }: StoryFacts): StoryPart[] {
  const app = history?.apps.find(({ name, count }) => count > 0 && name !== "" && name !== "Other");
  if (!app) return [];
  const times =
    app.count === 1
      ? "once"
      : app.count === 2
        ? "twice"
        : `${formatNumber(app.count, locale)} times`;
  return [
    { text: `${app.name} fetched the preview ` },
    { text: times, changes: { chart: "bots" } },
  ];
}
