import { dayMs } from "../../core/day";
import { formatDay, formatShare, spanUntil } from "../../core/format";
import { localDate } from "../../core/local-time";
import { sourceName } from "../../links/channel";
import { linkState } from "../../links/link-state";
import type { Language } from "../../texts/languages";
import { textsIn } from "../../texts/translate";
import type { Texts } from "../../texts/translator";
import { toggled, toggledNamed } from "../query/change-filters";
import type { PageQuery } from "../query/page-query";
import { type FirstDayRank, type LinkHistory, mostRanked } from "./link-history";
import type { LinkReport } from "./link-report";
import { splitLabels } from "./split-labels";

/** A piece of the sentence. `changes`: a link that shows what it says. */
interface StoryPart {
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
  /** English by default. */
  language?: Language;
  /** How a sentence that leaves the dashboard names a channel: its label is what a visitor sent. */
  nameChannel?: (filter: "utm_source" | "referrer", label: string) => string;
}

/** What tags of the texts hold. */
type StoryText = string | StoryPart | readonly StoryText[];

/** The facts, and how they are said. */
type StoryContext = StoryFacts & { t: Texts<"stats.story"> };

/** Below this, a share is given as a count: "3 of 7". */
const leastForPercent = 20;
/** A channel with a smaller share says nothing. */
const leastShare = 0.1;
const leastRanked = 10;

/** What happened on the link in the date range, in one to three sentences. */
export function summarize(given: StoryFacts): StoryPart[] {
  const { language = "en", locale } = given;
  const facts: StoryContext = {
    ...given,
    t: textsIn(language, "stats.story", locale, (parts) => parts),
  };
  return sentencesOf(facts).flatMap((said, index) => [
    ...(index > 0 ? [{ text: " " }] : []),
    ...flat(said as StoryText),
  ]);
}

function flat(said: StoryText): StoryPart[] {
  if (typeof said === "string") return [{ text: said }];
  return "text" in said ? [said] : said.flatMap(flat);
}

/** A part that is a link. */
const linked = (changes: Partial<PageQuery>) => (text: unknown) =>
  ({ text: [text].flat(2).join(""), changes }) as never;

/** A part that is said already. */
const put = (said: unknown) => () => said as never;

function sentencesOf(facts: StoryContext): unknown[] {
  const { report, query, t } = facts;
  const { clicks, isFiltered } = report;
  const when = spanOf(facts);
  const preview = isFiltered ? null : previewPart(facts);
  const alone = preview ? [t.rich("only", { part: put(preview) })] : [];
  if (clicks === 0)
    return [t(isFiltered ? "noneMatch" : "none", { when }), ...lastClick(facts), ...alone];
  const channel = channelPart(facts);
  return [
    t.rich(isFiltered ? "matching" : "clicks", {
      count: clicks,
      when,
      clicks: query.chart === "clicks" ? (text) => text : linked({ chart: "clicks" }),
    }),
    ...firstDay(facts),
    ...(channel ? [t.rich("only", { part: put(channel) })] : []),
    ...alone,
  ];
}

/** When there was a click before the range. */
function lastClick({
  report: { link, dateRange, isFiltered },
  now,
  locale,
  t,
}: StoryContext): string[] {
  const last = isFiltered || !link.lastClickedAt ? null : new Date(link.lastClickedAt);
  if (!last || last >= dateRange.since) return [];
  return [
    t("last", { date: formatDay(last, { year: now, timeZone: dateRange.timeZone, locale }) }),
  ];
}

const sinceNames = { minute: "span.minutes", hour: "span.hours", day: "span.lifeDays" } as const;

function sinceCreation(until: Date, createdAt: Date, t: StoryContext["t"]): string {
  const { count, unit } = spanUntil(until, createdAt);
  return t(sinceNames[unit], { count });
}

/** `in 5 days` since creation, `in the last 30 days`, `on 3 Nov`, `from 1 Nov to 5 Nov`. */
function spanOf({ report, query, now, locale, t }: StoryContext): string {
  const { link, dateRange } = report;
  const createdAt = new Date(link.createdAt);
  const expiry = link.expiresAt ? new Date(link.expiresAt) : null;
  const isExpired = linkState({ ...link, enabled: true }, now) === "expired";
  const { from, to, timeZone } = dateRange;
  const day = (at: Date | string) =>
    typeof at === "string"
      ? formatDay(new Date(at), { year: now, locale })
      : formatDay(at, { year: now, timeZone, locale });
  if (createdAt >= dateRange.since && createdAt < dateRange.until) {
    if (expiry && isExpired && expiry > createdAt && expiry < dateRange.until)
      return t("span.expired", {
        duration: sinceCreation(expiry, createdAt, t),
        date: day(expiry),
      });
    if (dateRange.until > now) return sinceCreation(now, createdAt, t);
  }
  if (from === to)
    return dateRange.until > now ? t("span.today") : t("span.on", { date: day(from) });
  if (typeof query.range === "number") return t("span.days", { count: dateRange.days });
  return dateRange.until > now
    ? t("span.toToday", { from: day(from) })
    : t("span.stretch", { from: day(from), to: day(to) });
}

/** Only once the first 24 hours are over and all in the range. */
function firstDay(facts: StoryContext): unknown[] {
  const { report, now, t } = facts;
  const { link, dateRange, clicks, firstDayClicks: count, isFiltered } = report;
  const createdAt = new Date(link.createdAt);
  const end = new Date(createdAt.getTime() + dayMs);
  if (isFiltered || createdAt < dateRange.since || end > now || end > dateRange.until) return [];
  const [from, to] = [createdAt, end].map((at) => localDate(at, dateRange.timeZone)) as [
    string,
    string,
  ];
  const first = linked({ range: { from, to }, interval: "hour", chart: "clicks" });
  const hours = dayMs / 3_600_000;
  if (clicks === 1) return count === 1 ? [t.rich("oneCame", { first, hours })] : [];
  if (count === 0) return [t.rich("noneCame", { first, hours })];
  const rank = rankOf(facts);
  if (count === clicks)
    return [
      rank ? t.rich("allCameRanked", { first, rank, hours }) : t.rich("allCame", { first, hours }),
    ];
  return [
    rank
      ? t.rich("someCameRanked", { count, first, rank, hours })
      : t.rich("someCame", { count, first, hours }),
  ];
}

function rankOf({ rank, t }: StoryContext): string | null {
  if (!rank || rank.others < leastRanked) return null;
  const tenths = Math.floor((10 * rank.fewer) / rank.others);
  if (tenths < 5) return null;
  const isLatest = rank.others >= mostRanked;
  const links = mostRanked;
  if (tenths === 10) return isLatest ? t("rank.anyLatest", { links }) : t("rank.any");
  return isLatest
    ? t("rank.tenthsLatest", { tenths, links, all: 10 })
    : t("rank.tenths", { tenths, all: 10 });
}

/** The strongest source, or where no clicks are tagged the strongest referrer. */
function channelPart({
  report,
  query,
  locale,
  language = "en",
  nameChannel = (_filter, label) => label,
  t,
}: StoryContext): unknown {
  const { clicks } = report;
  const top = (
    [
      { filter: "utm_source", of: "source" },
      { filter: "referrer", of: "referrer" },
    ] as const
  ).flatMap(({ filter, of }) => {
    const row = splitLabels(report, of).find(({ rest }) => !rest);
    return row && !query.filters[filter] && row.count >= leastShare * clicks
      ? [{ filter, ...row }]
      : [];
  })[0];
  if (!top) return null;
  const { filter, label, count, exact } = top;
  const changes = {
    filters:
      exact === undefined
        ? toggled(query.filters, filter, label)
        : toggledNamed(query.filters, filter, exact),
  };
  const said =
    filter === "utm_source" ? sourceName(label, textsIn(language, "links.channels")) : label;
  const name = put({ text: nameChannel(filter, said), changes });
  if (clicks === 1) return t.rich("from.one", { name });
  if (count === clicks) return t.rich("from.all", { name });
  if (clicks >= leastForPercent && count / clicks >= 0.995) return t.rich("from.nearly", { name });
  const share =
    clicks < leastForPercent
      ? t("some", { count, all: clicks })
      : formatShare(count, clicks, locale);
  return t.rich("from.some", { share, name });
}

function previewPart({ history, t }: StoryContext): unknown {
  const found = history?.apps.find(
    ({ name, count }) => count > 0 && name !== "" && name !== "Other",
  );
  if (!found) return null;
  const { name: app, count } = found;
  const times = linked({ chart: "bots" });
  return t.rich("previews", { app, count, times });
}
