import { cn } from "@/components/ui/cn";

const variants = {
  accent: { line: "stroke-accent", area: "fill-accent/9" },
  /** For links that are not active. */
  still: { line: "stroke-control", area: "fill-control/10" },
  bots: { line: "stroke-bots", area: "fill-bots/10" },
};

/**
 * A small line chart of daily counts, oldest first. `today`: the last day is in progress: a line to
 * it would look like a fall. `before`: number of days at the start, before the link existed, shown as a hairline.
 */
export function Sparkline({
  counts,
  label,
  variant = "accent",
  today = true,
  before = 0,
  width = 72,
  height = 20,
  isStretched = false,
  className,
}: {
  counts: readonly number[];
  /** Text alternative. */
  label: string;
  variant?: keyof typeof variants;
  today?: boolean;
  before?: number;
  width?: number;
  height?: number;
  /** Fills the place that `className` gives it, whatever its proportions. */
  isStretched?: boolean;
  className?: string;
}) {
  const base = height - 1.5;
  const most = Math.max(...counts, 1);
  const points = counts.map((count, index) => ({
    x: round((index / Math.max(1, counts.length - 1)) * width),
    y: round(base - (count / most) * (base - 2)),
  }));
  const alive = points.slice(Math.min(before, points.length - 1));
  const closed = today ? alive.slice(0, -1) : alive;
  const [first, last, open] = [closed[0], closed.at(-1), alive.at(-1)];
  const line = closed.length > 1 ? `M${closed.map(({ x, y }) => `${x} ${y}`).join("L")}` : "";
  const style = variants[variant];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio={isStretched ? "none" : undefined}
      role="img"
      aria-label={label}
      className={cn(
        "block shrink-0 overflow-visible",
        isStretched && "[&_path]:[vector-effect:non-scaling-stroke]",
        className,
      )}
    >
      {counts.every((count) => count === 0) ? (
        <path
          d={`M0 ${base}H${width}`}
          className="fill-none stroke-control [stroke-dasharray:2_3] [stroke-width:1.25]"
        />
      ) : (
        <>
          {alive[0] && alive[0].x > 0 && (
            <path d={`M0 ${base}H${alive[0].x}`} className="fill-none stroke-hairline-strong" />
          )}
          {line && first && last && (
            <path d={`${line}V${height}H${first.x}z`} className={style.area} />
          )}
          {line && <path d={line} className={cn("spark-line", style.line)} />}
          {today && open && (
            <path
              d={`M${open.x} ${open.y}h0`}
              className={cn("spark-line [stroke-width:4]", style.line)}
            />
          )}
        </>
      )}
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
