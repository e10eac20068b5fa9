import { dayMs } from "@/lib/core/day";
import { formatAge, formatInstant, formatNumber, formatUntil } from "@/lib/core/format";
import { linkState } from "@/lib/links/link-state";
import type { BrowsedLink } from "@/lib/stats/list/browse-links";

/** The icon and tone of a link's status. */
export type StatusSign =
  | "active"
  | "expiring"
  | "protected"
  | "scheduled"
  | "usedUp"
  | "expired"
  | "disabled"
  | "broken";

interface LinkStatus {
  sign: StatusSign;
  /** Why the link works or does not, and what happens next. */
  sentence: string;
}

const soonMs = 7 * dayMs;

/**
 * The status line of a link. For a link without anything special it is the time of the last click.
 */
export function linkStatus(link: BrowsedLink, now: Date, timeZone: string): LinkStatus {
  const state = linkState(link, now);
  const expiry = link.expiresAt ? new Date(link.expiresAt) : null;
  if (state === "disabled")
    return {
      sign: "disabled",
      sentence: `Disabled, last changed ${formatInstant(new Date(link.updatedAt), now, timeZone)}`,
    };
  if (expiry && state === "expired")
    return { sign: "expired", sentence: `Expired ${formatInstant(expiry, now, timeZone)}` };
  if (state === "usedUp") return { sign: "usedUp", sentence: `Used up: ${clicksOf(link)}` };
  if (link.startsAt && state === "scheduled")
    return { sign: "scheduled", sentence: startOf(new Date(link.startsAt), now, timeZone) };
  if (link.brokenReason !== null)
    return {
      sign: "broken",
      sentence: `Destination broken: ${link.brokenReason.replace(/\.$/, "")}`,
    };
  if (expiry && expiry.getTime() - now.getTime() < soonMs) {
    return {
      sign: "expiring",
      sentence: `Expires ${formatUntil(expiry, now)}, ${formatInstant(expiry, now, timeZone)}`,
    };
  }
  const sign = state === "protected" ? "protected" : "active";
  if (expiry) return { sign, sentence: `Expires ${formatInstant(expiry, now, timeZone)}` };
  return { sign, sentence: link.maxClicks ? clicksOf(link) : lastClick(link, now) };
}

/** `3 of 10 clicks`. */
function clicksOf({ clickCount, maxClicks }: BrowsedLink): string {
  return `${formatNumber(clickCount, "en")} of ${formatNumber(maxClicks ?? 0, "en")} ${maxClicks === 1 ? "click" : "clicks"}`;
}

function startOf(start: Date, now: Date, timeZone: string): string {
  return `Starts ${formatUntil(start, now)}, ${formatInstant(start, now, timeZone)}`;
}

function lastClick({ lastClickedAt }: BrowsedLink, now: Date): string {
  if (!lastClickedAt) return "No clicks yet";
  const age = formatAge(new Date(lastClickedAt), now);
  return age === "now" ? "Clicked just now" : `Last click ${age} ago`;
}
