import { useTexts } from "#texts";
import { ArrowDown, ArrowUp } from "@/components/stats/icons";
import { cn } from "@/components/ui/cn";
import { formatNumber, formatShare } from "@/lib/core/format";

/**
 * The percentage change from `before` to `now`. A fall is not coloured as an error. `isBare`: what is
 * around it says how many there were. `isNarrow`: without the words for no change, which are long in
 * some languages.
 */
export function Delta({
  now,
  before,
  locale,
  isBare = false,
  isNarrow = false,
}: {
  now: number;
  before: number;
  locale: string;
  isBare?: boolean;
  isNarrow?: boolean;
}) {
  const t = useTexts("stats.delta");
  const change = now - before;
  const was = isBare ? undefined : t("was", { count: formatNumber(before, locale) });
  if (before === 0 || change === 0)
    return (
      <span title={was} className={"delta text-secondary"}>
        <span className={isNarrow && change === 0 ? "sr-only" : undefined}>
          {t(change === 0 ? "noChange" : "new")}
        </span>
        {isNarrow && change === 0 && <span aria-hidden>{formatShare(0, 1, locale)}</span>}
      </span>
    );
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span title={was} className={cn("delta", change > 0 ? "text-accent" : "text-secondary")}>
      <Arrow className="stroke-[2.25]" />
      <span className="sr-only">{t(change > 0 ? "up" : "down")}</span>
      {formatShare(Math.abs(change), before, locale)}
    </span>
  );
}
