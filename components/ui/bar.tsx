import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

const tints = {
  accent: "fill-accent-tint",
  strong: "fill-accent/26",
  faint: "fill-accent/5",
  bots: "fill-bots-tint",
};

/**
 * A label with a bar behind it. The bar covers `share` (0 to 1) of the label column, never the
 * numbers.
 */
export function BarLabel({
  share,
  tint = "accent",
  className,
  children,
}: {
  share: number;
  tint?: keyof typeof tints;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "relative -ms-2 flex h-7 min-w-0 items-center gap-2 overflow-hidden px-2 max-sm:h-9 *:relative",
        className,
      )}
    >
      {/* The width is an SVG attribute because the CSP forbids inline styles. */}
      <svg
        aria-hidden="true"
        className="absolute! inset-x-0 inset-y-px h-[calc(100%-2px)] w-full rtl:-scale-x-100"
      >
        <rect
          width={share > 0 ? `${Math.max(1, Math.round(share * 1000) / 10)}%` : 0}
          height="100%"
          rx="4"
          className={cn("transition-[fill]", tints[tint])}
        />
      </svg>
      {children}
    </span>
  );
}
