import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * Shown only where the nearest container is at least `from` and less than `to` pixels wide. Needs
 * no script, so nothing moves once the page is there.
 */
export function Fits({
  from = 0,
  to,
  className,
  ...props
}: ComponentProps<"span"> & { from?: number; to?: number | undefined }) {
  const limits = [
    from > 0 && `clamp(0px, (100cqw - ${Math.ceil(from) - 0.5}px) * 999, 20rem)`,
    to && `clamp(0px, (${Math.ceil(to) - 0.5}px - 100cqw) * 999, 20rem)`,
  ].filter(Boolean);
  return (
    <span
      style={limits.length > 0 ? { maxWidth: `min(${limits.join(", ")})` } : undefined}
      className={cn("fits", className)}
      {...props}
    />
  );
}

/** About how many pixels a text takes at 12 px, rather more. */
export function labelWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) < 0x2e80 ? 6.6 : 13;
  return width;
}
