import type { ComponentProps } from "react";
import { cn } from "./cn";
import { ChevronDown } from "./icons";

/** A native select, which works without JavaScript. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative inline-flex w-full min-w-0", className)}>
      <select
        className="h-(--size-control) w-full min-w-0 appearance-none rounded-control border border-control bg-surface pe-9 ps-3 aria-invalid:border-danger disabled:cursor-default disabled:opacity-60"
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-tertiary"
      />
    </span>
  );
}
