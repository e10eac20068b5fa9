import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Waiting } from "../ui/waiting";

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
        "grid max-sm:grid-cols-2 sm:auto-cols-[minmax(0,1fr)] sm:grid-flow-col sm:*:not-first:border-s",
        // Of an odd number the first takes a whole row.
        "max-sm:has-[>:last-child:nth-child(odd)]:*:first:col-span-2 max-sm:[&:has(>:last-child:nth-child(odd))>:nth-child(odd):not(:first-child)]:border-s",
        "max-sm:[&:has(>:last-child:nth-child(even))>:nth-child(even)]:border-s max-sm:*:nth-[n+3]:border-t max-sm:[&:has(>:last-child:nth-child(odd))>:nth-child(2)]:border-t",
        "*:border-hairline",
        bare ? "border-hairline border-b" : "rounded-card border border-hairline bg-surface",
      )}
    >
      {children}
    </section>
  );
}

/**
 * `isCharted`: the chart below shows this number. `href`: a page whose chart does, called
 * `hrefLabel`.
 */
export function Stat({
  label,
  value,
  note,
  spark,
  isCharted = false,
  href,
  hrefLabel,
}: {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  spark?: ReactNode;
  isCharted?: boolean;
  href?: Route;
  hrefLabel?: string;
}) {
  return (
    <div
      className={cn(
        "relative flex min-w-0 flex-col px-(--space-pad) pt-4 pb-[15px] max-sm:pt-[15px] max-sm:pb-3",
        href && "transition-colors hover:bg-hover",
      )}
    >
      <div
        className={cn(
          "flex items-center gap-1.5 text-label *:z-2 *:focus-within:z-3 *:hover:z-3 [&>svg]:size-3.5",
          isCharted ? "font-medium text-text" : "text-secondary",
        )}
      >
        {label}
      </div>
      {/* Phones have the number first. */}
      <div className="mt-1.5 flex items-end justify-between gap-3 max-sm:order-first max-sm:mt-0">
        <span className="min-w-0 font-semibold text-figure tabular-nums tracking-figure [font-kerning:none]">
          {href ? (
            <NextLink
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={isCharted ? "true" : undefined}
              className="after:absolute after:inset-0 after:z-1 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
            >
              <span>{value}</span>
              <span className="sr-only">. {hrefLabel}</span>
              <Waiting className="absolute inset-x-(--space-pad) bottom-0 z-1" />
            </NextLink>
          ) : (
            value
          )}
        </span>
        {spark && <span className="mb-0.5 max-md:hidden">{spark}</span>}
      </div>
      {note && (
        <div className="mt-1.5 flex flex-wrap gap-x-1.5 text-label text-secondary">{note}</div>
      )}
      {isCharted && (
        <span aria-hidden className="absolute inset-x-(--space-pad) bottom-0 z-1 h-0.5 bg-accent" />
      )}
    </div>
  );
}
