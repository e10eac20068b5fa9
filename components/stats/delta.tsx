import { ArrowDown, ArrowUp } from "@/components/stats/icons";
import { cn } from "@/components/ui/cn";
import { formatShare } from "@/lib/core/format";

const style =
  "inline-flex items-center gap-[3px] whitespace-nowrap font-medium tabular-nums [&>svg]:size-3";

/** The percentage change from `before` to `now`. A fall is not coloured as an error. */
export function Delta({ now, before, locale }: { now: number; before: number; locale: string }) {
  if (before === 0)
    return <span className={cn(style, "text-secondary")}>{now === 0 ? "no change" : "new"}</span>;
  const change = now - before;
  if (change === 0) return <span className={cn(style, "text-secondary")}>no change</span>;
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={cn(style, change > 0 ? "text-accent" : "text-secondary")}>
      <Arrow aria-hidden strokeWidth={2.25} />
      <span className="sr-only">{change > 0 ? "up" : "down"}</span>
      {formatShare(Math.abs(change), before, locale)}
    </span>
  );
}
