import { dayMs } from "@/lib/core/day";
import { formatAgo, formatDay, formatUntil } from "@/lib/core/format";
import { localDate } from "@/lib/core/local-time";
import { sourceName } from "@/lib/links/channel";
import type { FeedItem } from "@/lib/stats/report/feed-item";
import type { Sentence } from "@/lib/texts/sentence";
import type { Texts } from "@/lib/texts/translator";

interface FeedContext {
  now: Date;
  locale: string;
  /** Of the viewer, whose day may be another one than that of the numbers. */
  timeZone: string;
  t: Texts<"home.feed">;
  channels: Texts<"links.channels">;
  /** Says sentences of `lib` in the language of the viewer. */
  said: (sentence: Sentence) => string;
}

const weekMs = 7 * dayMs;

/** Clicks of so many days tell how busy a link is. */
const trafficDays = 7;

/** Says what happened, after the name of the link. */
export function feedSentence(item: FeedItem, context: FeedContext): string {
  const { now, locale, t, said } = context;
  const ago = (at: Date | string) => formatAgo(at, now, undefined, locale);
  switch (item.kind) {
    case "health":
      return t("health", { count: item.checks.length, checks: t.list(item.checks.map(said)) });
    case "broken": {
      const since = new Date(item.brokenSince);
      const facts = {
        date: formatDay(since, { year: now, locale }),
        reason: said(item.reason).replace(/[.。]$/, ""),
      };
      if (item.clicks === 0) return t("broken", facts);
      const isOld = now.getTime() - since.getTime() > weekMs;
      return isOld
        ? t("brokenClicksLately", { ...facts, count: item.clicks, days: trafficDays })
        : t("brokenClicks", { ...facts, count: item.clicks });
    }
    case "moved": {
      const date = formatDay(new Date(item.movedSince), { year: now, locale });
      return t("moved", { from: item.from, to: item.to, date });
    }
    case "expiring": {
      const at = new Date(item.expiresAt);
      return at > now
        ? t("expires", {
            when: formatUntil(at, now, locale),
            count: item.clicks,
            days: trafficDays,
          })
        : t("expired", { ago: ago(at), count: item.clicks, days: trafficDays });
    }
    case "traffic":
      return trafficSentence(item, context);
    case "shared":
      return t(item.apps.length > 1 ? "sharedLast" : "shared", {
        apps: listed(item.apps, t),
        ago: ago(item.at),
      });
    case "imported":
      return t("imported", { count: item.count, ago: ago(item.at) });
  }
}

function trafficSentence(
  { day, clicks: count, usual, source }: Extract<FeedItem, { kind: "traffic" }>,
  { now, locale, timeZone, t, channels }: FeedContext,
): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const zone = timeZone === "UTC" ? "" : " (UTC)";
  const said = { count, weekday: weekday.format(new Date(day)) + zone };
  const when = day < localDate(now, timeZone) ? "yesterday" : "today";
  const what =
    usual < 1
      ? t(`none.${when}`, said)
      : t(`times.${when}`, { ...said, times: rounded(count / usual) });
  // A referrer has a dot, so none is taken for a source of ours.
  return source === null ? what : t("mostlyFrom", { what, source: sourceName(source, channels) });
}

/** As in 2.4 times, from ten on 12 times. */
function rounded(factor: number): number {
  return factor < 10 ? Number(factor.toFixed(1)) : Math.round(factor);
}

function listed(names: readonly string[], t: FeedContext["t"]): string {
  if (names.length > 3)
    return t("andOthers", { names: t.list(names.slice(0, 2)), count: names.length - 2 });
  return t.list(names, "and");
}
