import type { ComponentProps, CSSProperties } from "react";
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
  const style = {
    ...(from > 0 && { "--from": `${Math.ceil(from) - 0.5}px` }),
    ...(to && { "--to": `${Math.ceil(to) - 0.5}px` }),
  };
  return <span style={style as CSSProperties} className={cn("fits", className)} {...props} />;
}

/** About how many pixels a text takes at 12 px, rather more. */
export function labelWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) < 0x2e80 ? 6.6 : 13;
  return width;
}
