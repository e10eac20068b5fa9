import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A bone of a page that is still loading. Give it the size of what comes, so that nothing jumps. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return <span aria-hidden className={cn("block h-3 animate-breathe rounded-[5px] bg-bone motion-reduce:animate-none", className)} {...props} />;
}
