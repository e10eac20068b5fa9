import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A checkbox with the role and look of a switch; forms submit it like any checkbox. */
export function Switch({ className, ...props }: Omit<ComponentProps<"input">, "type" | "role">) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state, which aria-checked must not repeat (ARIA in HTML)
      role="switch"
      className={cn(
        "relative h-[18px] w-8 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-colors before:absolute before:-inset-x-1.5 before:-inset-y-[3px] max-sm:before:-inset-y-[13px] after:absolute after:top-0.5 after:start-0.5 after:size-3.5 after:rounded-full after:bg-surface after:transition-transform checked:bg-accent checked:after:translate-x-3.5 rtl:checked:after:-translate-x-3.5 disabled:cursor-default disabled:opacity-45",
        className,
      )}
      {...props}
    />
  );
}
