import { dayMs, startOfDay } from "@/lib/core/day";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { linkState } from "@/lib/links/link-state";
import { Sparkline } from "../stats/sparkline";

export const sparkDays = 14;

/** The last days of a link, oldest first; grey when it does not work any more. */
export function LinkSpark({ link, counts, now, locale }: { link: Link; counts: readonly number[]; now: Date; locale: string }) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ageDays = Math.round((startOfDay(now).getTime() - startOfDay(new Date(link.createdAt)).getTime()) / dayMs);
  const isAlive = linkState(link, now) === "active";
  return (
    <Sparkline
      counts={counts}
      label={`${formatNumber(total, locale)} ${total === 1 ? "click" : "clicks"} in ${counts.length} days`}
      variant={isAlive ? "accent" : "still"}
      today={isAlive}
      // The day before it was made is drawn as its first, so that the line rises from nothing.
      before={Math.max(0, counts.length - 2 - ageDays)}
    />
  );
}
