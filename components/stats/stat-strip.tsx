import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** Large numbers side by side, separated by hairlines; two per row on small screens. */
export function StatStrip({
  label,
  bare = false,
  children,
}: {
  label: string /** Set inside a card that has its own border. */;
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className={cn(
        "grid max-sm:grid-cols-2 sm:auto-cols-[minmax(0,1fr)] sm:grid-flow-col sm:*:not-first:border-l",
        "max-sm:*:even:border-l max-sm:*:nth-[n+3]:border-t max-sm:*:only:col-span-2 max-sm:has-[>:last-child:nth-child(odd)]:*:first:col-span-2",
        "*:border-hairline",
        bare ? "border-hairline border-b" : "rounded-card border border-hairline bg-surface",
      )}
    >
      {children}
    </section>
  );
}

/** `isCharted`: the chart below shows this number. */
export function Stat({
  label,
  value,
  note,
  spark,
  isCharted = false,
}: {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  spark?: ReactNode;
  isCharted?: boolean;
}) {
  return (
    <div className="relative min-w-0 px-(--space-pad) pt-4 pb-[15px] max-sm:py-3">
      <div className={cn("flex items-center gap-1.5 text-label [&>svg]:size-3.5", isCharted ? "font-medium text-text" : "text-secondary")}>
        {label}
      </div>
      <div className="mt-1.5 flex items-end justify-between gap-3">
        <span className="font-semibold text-figure tracking-figure">{value}</span>
        {spark && <span className="mb-0.5 max-md:hidden">{spark}</span>}
      </div>
      {note && <div className="mt-1.5 flex flex-wrap gap-x-1.5 text-label text-secondary">{note}</div>}
      {isCharted && <span aria-hidden className="absolute inset-x-(--space-pad) -bottom-px h-0.5 bg-accent" />}
    </div>
  );
}
