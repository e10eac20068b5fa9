import { useTexts } from "#texts";
import { dayMs, startOfDay } from "@/lib/core/day";
import type { Link } from "@/lib/links/link";
import { isActive } from "@/lib/links/link-state";
import { Sparkline } from "../../ui/sparkline";

export const sparkDays = 14;

/** Sparkline of the last of the days, oldest first; grey if the link is not active. */
export function LinkSpark({ link, days, now }: { link: Link; days: readonly number[]; now: Date }) {
  const t = useTexts("links.row");
  const counts = days.slice(-sparkDays);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ageDays = Math.round(
    (startOfDay(now).getTime() - startOfDay(new Date(link.createdAt)).getTime()) / dayMs,
  );
  const isAlive = isActive(link, now);
  return (
    <Sparkline
      counts={counts}
      label={t("spark", { clicks: total, days: `${counts.length}` })}
      variant={isAlive ? "accent" : "still"}
      today={isAlive}
      // Starts one day before the creation day, so that the line rises from zero.
      before={Math.max(0, counts.length - 2 - ageDays)}
    />
  );
}
