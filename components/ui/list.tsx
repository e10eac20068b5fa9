import type { ReactNode } from "react";
import { cn } from "./cn";

/**
 * Where the cells of a `list-row` stand. A number ends where its head ends, and no column but the
 * name's is narrower than what it has.
 */
export const cells = {
  lead: "col-[lead]",
  name: "col-[name] min-w-0",
  spark: "col-[spark] ps-3",
  clicks: "col-[clicks] ps-3 text-end font-medium tabular-nums",
  share: "col-[share] ps-3 text-end text-secondary text-small tabular-nums",
  change: "col-[change] ps-3 text-end text-secondary text-small tabular-nums",
  tools: "col-[tools] flex justify-end ps-1",
} as const;

/** The heads of a `list-grid`. Rows say to screen readers what their numbers are. */
export function ListHeads({
  className,
  ...heads
}: Partial<Record<keyof typeof cells, ReactNode>> & { className?: string }) {
  return (
    <div
      aria-hidden
      className={cn(
        "list-row whitespace-nowrap py-1.5 *:font-normal! *:text-label! *:text-tertiary!",
        className,
      )}
    >
      {(Object.keys(heads) as (keyof typeof cells)[]).map((column) => (
        <span key={column} className={cn(cells[column], column === "name" && "truncate")}>
          {heads[column]}
        </span>
      ))}
    </div>
  );
}
