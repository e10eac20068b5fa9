import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A loading placeholder. Give it the size of the final content, to avoid layout shift. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      aria-hidden
      className={cn(
        "block h-3 animate-breathe rounded-[5px] bg-skeleton motion-reduce:animate-none",
        className,
      )}
      {...props}
    />
  );
}
