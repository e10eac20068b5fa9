import { dayMs, startOfDay } from "@/lib/core/day";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { isActive } from "@/lib/links/link-state";
import { Sparkline } from "../../ui/sparkline";

export const sparkDays = 14;

/** Sparkline of the last days, oldest first; grey if the link is not active. */
export function LinkSpark({
  link,
  counts,
  now,
  locale,
}: {
  link: Link;
  counts: readonly number[];
  now: Date;
  locale: string;
}) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ageDays = Math.round(
    (startOfDay(now).getTime() - startOfDay(new Date(link.createdAt)).getTime()) / dayMs,
  );
  const isAlive = isActive(link, now);
  return (
    <Sparkline
      counts={counts}
      label={`${formatNumber(total, locale)} ${total === 1 ? "click" : "clicks"} in ${counts.length} days`}
      variant={isAlive ? "accent" : "still"}
      today={isAlive}
      // Starts one day before the creation day, so that the line rises from zero.
      before={Math.max(0, counts.length - 2 - ageDays)}
    />
  );
}
