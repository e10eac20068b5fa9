import { dayMs } from "@/lib/core/day";
import { formatAge, formatInstant, formatUntil } from "@/lib/core/format";
import { linkState } from "@/lib/links/link-state";
import type { BrowsedLink } from "@/lib/stats/browse-links";

/** What a link's state looks like: which sign, and in which tone the sentence is said. */
export type StatusSign = "active" | "expiring" | "expired" | "disabled" | "failing";

export interface LinkStatus {
  sign: StatusSign;
  /** Why it works or does not, and what comes next. */
  sentence: string;
}

const soonMs = 7 * dayMs;

/** Only exceptions speak: a link that simply works says when it was last clicked. */
export function linkStatus(link: BrowsedLink, now: Date): LinkStatus {
  const state = linkState(link, now);
  const expiry = link.expiresAt ? new Date(link.expiresAt) : null;
  if (state === "disabled") return { sign: "disabled", sentence: `Disabled, last changed ${formatInstant(new Date(link.updatedAt), now)}` };
  if (expiry && state === "expired") return { sign: "expired", sentence: `Expired ${formatInstant(expiry, now)}` };
  if (link.previewFailure) return { sign: "failing", sentence: `Preview failed ${times(link.ogFetchFailCount)}: ${link.previewFailure}` };
  if (expiry && expiry.getTime() - now.getTime() < soonMs) {
    return { sign: "expiring", sentence: `Expires ${formatUntil(expiry, now)}, ${formatInstant(expiry, now)}` };
  }
  if (expiry) return { sign: "active", sentence: `Expires ${formatInstant(expiry, now)}` };
  return { sign: "active", sentence: lastClick(link, now) };
}

function lastClick({ lastClickedAt }: BrowsedLink, now: Date): string {
  if (!lastClickedAt) return "Not clicked yet";
  const age = formatAge(new Date(lastClickedAt), now);
  return age === "now" ? "Clicked just now" : `Last click ${age} ago`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
