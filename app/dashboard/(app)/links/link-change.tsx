import { useTexts } from "#texts";
import { Delta } from "@/components/stats/delta";
import { dayMs } from "@/lib/core/day";
import type { Link } from "@/lib/links/link";

/** How the later half of the days compares with the earlier. Nothing for a link that is younger. */
export function LinkChange({
  link,
  days,
  now,
  locale,
}: {
  link: Link;
  days: readonly number[];
  now: Date;
  locale: string;
}) {
  const t = useTexts("links.list");
  const half = days.length / 2;
  const isYounger = now.getTime() - new Date(link.createdAt).getTime() < days.length * dayMs;
  const sum = (part: readonly number[]) => part.reduce((all, clicks) => all + clicks, 0);
  const [before, last] = [sum(days.slice(0, half)), sum(days.slice(half))];
  if (isYounger || before === 0) return null;
  return (
    <span
      title={t("change", { last, days: half, before })}
      className="relative z-1 cursor-pointer text-label leading-4"
    >
      <Delta now={last} before={before} locale={locale} isBare />
      <span className="sr-only"> {t("changeIn", { days: half })}</span>
    </span>
  );
}
