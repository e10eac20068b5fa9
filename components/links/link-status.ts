import { dayMs } from "@/lib/core/day";
import { formatAge, formatAgo, formatInstant, formatUntil } from "@/lib/core/format";
import { linkState } from "@/lib/links/link-state";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";
import type { Sentence } from "@/lib/texts/sentence";
import type { Texts } from "@/lib/texts/translator";

/** The icon and tone of a link's status. */
export type StatusSign =
  | "active"
  | "expiring"
  | "protected"
  | "scheduled"
  | "usedUp"
  | "expired"
  | "disabled"
  | "broken"
  | "moved";

export interface LinkStatus {
  sign: StatusSign;
  /** Why the link works or does not, and what happens next. */
  sentence: string;
}

interface Viewing {
  now: Date;
  timeZone: string;
  locale: string;
  said: (sentence: Sentence) => string;
}

const soonMs = 7 * dayMs;

/**
 * The status line of a link. For a link without anything special it is the time of the last click.
 */
export function linkStatus(
  link: BrowsedLink,
  t: Texts<"links.status">,
  { now, timeZone, locale, said }: Viewing,
): LinkStatus {
  const date = (at: Date) => formatInstant(at, now, timeZone, locale);
  const until = (at: Date) => formatUntil(at, now, locale);
  const state = linkState(link, now);
  const expiry = link.expiresAt ? new Date(link.expiresAt) : null;
  if (state === "disabled")
    return { sign: "disabled", sentence: t("disabled", { date: date(new Date(link.updatedAt)) }) };
  if (expiry && state === "expired")
    return { sign: "expired", sentence: t("expired", { date: date(expiry) }) };
  if (state === "usedUp") return { sign: "usedUp", sentence: t("usedUp", clicksOf(link)) };
  if (link.startsAt && state === "scheduled") {
    const start = new Date(link.startsAt);
    return {
      sign: "scheduled",
      sentence: t("starts", { until: until(start), date: date(start) }),
    };
  }
  const problem = destinationProblem(link, t, said);
  if (problem) return problem;
  if (expiry && expiry.getTime() - now.getTime() < soonMs) {
    return {
      sign: "expiring",
      sentence: t("expiresSoon", { until: until(expiry), date: date(expiry) }),
    };
  }
  const sign = state === "protected" ? "protected" : "active";
  if (expiry) return { sign, sentence: t("expires", { date: date(expiry) }) };
  if (link.maxClicks) return { sign, sentence: t("clicksOfMost", clicksOf(link)) };
  if (!link.lastClickedAt) return { sign, sentence: t("noClicks") };
  const last = new Date(link.lastClickedAt);
  const isNow = formatAge(last, now) === "now";
  const ago = formatAgo(last, now, undefined, locale);
  return { sign, sentence: isNow ? t("clickedNow") : t("lastClick", { ago }) };
}

function destinationProblem(
  { brokenReason, movedTo }: BrowsedLink,
  t: Texts<"links.status">,
  said: Viewing["said"],
): LinkStatus | null {
  if (brokenReason !== null) {
    const reason = said(brokenReason).replace(/[.。]$/, "");
    return { sign: "broken", sentence: t("broken", { reason }) };
  }
  return movedTo === null ? null : { sign: "moved", sentence: t("moved", { host: movedTo }) };
}

function clicksOf({ clickCount, maxClicks }: BrowsedLink): { clicks: number; most: number } {
  return { clicks: clickCount, most: maxClicks ?? 0 };
}
