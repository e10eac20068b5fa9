import type { ReactNode } from "react";
import { cn } from "./cn";

const number = "ps-3 text-end tabular-nums";
const places = {
  name: "col-[name] min-w-0 truncate",
  spark: "col-[spark] ps-3",
  clicks: `col-[clicks] ${number}`,
  share: `col-[share] ${number}`,
  change: `col-[change] ${number}`,
};

/**
 * Where the cells of a `list-row` stand. A number ends where its head ends, and no column but the
 * name's is narrower than what it has.
 */
export const cells = {
  name: "col-[name] min-w-0",
  spark: places.spark,
  clicks: `${places.clicks} font-medium`,
  share: `${places.share} text-secondary text-small`,
  change: `${places.change} text-secondary text-small`,
  tools: "col-[tools] flex justify-end ps-1",
};

/**
 * The heads of a `list-grid`. Rows say to screen readers what their numbers are. On phones the head of
 * the clicks begins where the name has none.
 */
export function ListHeads({
  className,
  ...heads
}: Partial<Record<keyof typeof places, ReactNode>> & { className?: string }) {
  return (
    <div
      aria-hidden
      className={cn("list-row whitespace-nowrap py-1.5 text-label text-tertiary", className)}
    >
      {(Object.keys(heads) as (keyof typeof places)[]).map((column) => (
        <span
          key={column}
          className={cn(
            places[column],
            column === "clicks" && !heads.name && "max-sm:col-[name/share] max-sm:row-start-1",
          )}
        >
          {heads[column]}
        </span>
      ))}
    </div>
  );
}
