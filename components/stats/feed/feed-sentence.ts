import { dayMs, isoDate } from "@/lib/core/day";
import { formatAgo, formatDay, formatNumber, formatUntil } from "@/lib/core/format";
import type { FeedItem } from "@/lib/stats/report/feed-item";

export interface FeedContext {
  now: Date;
  locale: string;
}

const weekMs = 7 * dayMs;

/** Says what happened, after the name of the link. */
export function feedSentence(item: FeedItem, { now, locale }: FeedContext): string {
  switch (item.kind) {
    case "health":
      return `${item.checks.length === 1 ? "A health check fails" : `${item.checks.length} health checks fail`}: ${item.checks.join(", ")}.`;
    case "broken": {
      const since = new Date(item.brokenSince);
      const wentThere =
        item.clicks > 0
          ? ` ${clicks(item.clicks, locale)} went there${now.getTime() - since.getTime() > weekMs ? " in 7 days" : ""}.`
          : "";
      return `Destination broken since ${formatDay(since, { year: now })}: ${item.reason.replace(/\.$/, "")}.${wentThere}`;
    }
    case "expiring": {
      const at = new Date(item.expiresAt);
      const state = at > now ? `Expires ${formatUntil(at, now)}` : `Expired ${formatAgo(at, now)}`;
      return `${state}, with ${clicks(item.clicks, locale)} in the last 7 days.`;
    }
    case "traffic":
      return trafficSentence(item, { now, locale });
    case "shared":
      return `${listed(item.apps)} fetched the preview for the first time${item.apps.length > 1 ? ", last" : ""} ${formatAgo(item.at, now)}.`;
    case "imported":
      return `${formatNumber(item.count, locale)} links imported ${formatAgo(item.at, now)}.`;
  }
}

function trafficSentence(
  { day, clicks: count, usual, source }: Extract<FeedItem, { kind: "traffic" }>,
  { now, locale }: FeedContext,
): string {
  const isToday = day === isoDate(now);
  const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(
    new Date(day),
  );
  const mostly = source === null ? "" : `, mostly from ${source}`;
  const compared =
    usual < 1
      ? `usually none on a ${weekday}`
      : `${times(count / usual)} its usual ${weekday}${isToday ? " so far" : ""}`;
  return `${clicks(count, locale)} ${isToday ? "today" : "yesterday"}, ${compared}${mostly}.`;
}

/** `2.4x`, from ten on `12x`. */
function times(factor: number): string {
  return `${factor < 10 ? Number(factor.toFixed(1)) : Math.round(factor)}x`;
}

function clicks(count: number, locale: string): string {
  return `${formatNumber(count, locale)} ${count === 1 ? "click" : "clicks"}`;
}

function listed(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} other apps`;
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
