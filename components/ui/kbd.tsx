import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * A keyboard key. Inside buttons, set `aria-hidden` on it and `aria-keyshortcuts` on the button.
 */
export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center gap-0.5 rounded-[5px] border border-hairline-strong bg-surface px-[5px] font-medium font-sans text-[12px] text-secondary leading-none [&_svg]:size-[11px] [&_svg]:stroke-2",
        "in-[.bg-accent]:border-on-accent/35 in-[.bg-accent]:bg-transparent in-[.bg-accent]:text-inherit",
        "in-[.bg-inverse]:border-on-inverse/30 in-[.bg-inverse]:bg-transparent in-[.bg-inverse]:text-on-inverse-muted",
        className,
      )}
      {...props}
    />
  );
}
