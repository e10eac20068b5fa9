import { useTexts } from "#texts";
import { Delta } from "@/components/stats/delta";
import { dayMs } from "@/lib/core/day";
import type { Link } from "@/lib/links/link";

/**
 * The clicks of the later half of the days, and how they compare with the earlier one, unless the
 * link is younger. `isEver`: all clicks instead, in a list that is ordered by them.
 */
export function LinkClicks({
  link,
  days,
  isEver = false,
  now,
  locale,
}: {
  link: Link;
  days: readonly number[];
  isEver?: boolean;
  now: Date;
  locale: string;
}) {
  const t = useTexts("links.row");
  const half = days.length / 2;
  const isYounger = now.getTime() - new Date(link.createdAt).getTime() < days.length * dayMs;
  const sum = (part: readonly number[]) => part.reduce((all, clicks) => all + clicks, 0);
  const [before, last] = [sum(days.slice(0, half)), sum(days.slice(half))];
  const hidden = (text: unknown) => <span className="sr-only">{text as string}</span>;
  if (isEver) return <span>{t.rich("clicks", { clicks: link.clickCount, hidden })}</span>;
  return (
    <>
      <span title={t("ever", { count: link.clickCount })} className="relative z-1 cursor-pointer">
        {t.rich("clicks", { clicks: last, hidden })}
        <span className="sr-only"> {t("changeIn", { count: half })}</span>
      </span>
      {!isYounger && before > 0 && (
        <span
          title={t("change", { last, days: half, before })}
          className="relative z-1 cursor-pointer text-label leading-4"
        >
          <Delta now={last} before={before} locale={locale} isBare />
        </span>
      )}
    </>
  );
}
