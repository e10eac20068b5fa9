import { dayMs } from "@/lib/core/day";
import { formatAge, formatInstant, formatUntil } from "@/lib/core/format";
import { linkState } from "@/lib/links/link-state";
import type { BrowsedLink } from "@/lib/stats/browse-links";

/** The icon and tone of a link's status. */
export type StatusSign = "active" | "expiring" | "expired" | "disabled" | "broken";

interface LinkStatus {
  sign: StatusSign;
  /** Why the link works or does not, and what happens next. */
  sentence: string;
}

const soonMs = 7 * dayMs;

/** The status line of a link. For a link without anything special it is the time of the last click. */
export function linkStatus(link: BrowsedLink, now: Date): LinkStatus {
  const state = linkState(link, now);
  const expiry = link.expiresAt ? new Date(link.expiresAt) : null;
  if (state === "disabled") return { sign: "disabled", sentence: `Disabled, last changed ${formatInstant(new Date(link.updatedAt), now)}` };
  if (expiry && state === "expired") return { sign: "expired", sentence: `Expired ${formatInstant(expiry, now)}` };
  if (link.brokenReason !== null) return { sign: "broken", sentence: `Destination broken: ${link.brokenReason.replace(/\.$/, "")}` };
  if (expiry && expiry.getTime() - now.getTime() < soonMs) {
    return { sign: "expiring", sentence: `Expires ${formatUntil(expiry, now)}, ${formatInstant(expiry, now)}` };
  }
  if (expiry) return { sign: "active", sentence: `Expires ${formatInstant(expiry, now)}` };
  return { sign: "active", sentence: lastClick(link, now) };
}

function lastClick({ lastClickedAt }: BrowsedLink, now: Date): string {
  if (!lastClickedAt) return "No clicks yet";
  const age = formatAge(new Date(lastClickedAt), now);
  return age === "now" ? "Clicked just now" : `Last click ${age} ago`;
}
