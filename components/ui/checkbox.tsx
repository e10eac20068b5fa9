import type { ComponentProps } from "react";
import { cn } from "./cn";

/** `some`: part of what it stands for is chosen. The box answers clicks on a square of 24 px. */
export function Checkbox({ some = false, className, ...props }: Omit<ComponentProps<"input">, "type"> & { some?: boolean }) {
  return (
    <input
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = some;
      }}
      className={cn(
        "relative grid size-4 shrink-0 cursor-pointer appearance-none place-items-center rounded-bar border border-control bg-surface before:absolute before:-inset-1 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-default disabled:opacity-45",
        "after:hidden checked:after:block checked:after:h-[5px] checked:after:w-[9px] checked:after:-translate-y-px checked:after:-rotate-45 checked:after:border-on-accent checked:after:border-b-2 checked:after:border-l-2",
        "indeterminate:after:block indeterminate:after:h-0.5 indeterminate:after:w-2 indeterminate:after:translate-y-0 indeterminate:after:rotate-0 indeterminate:after:border-0 indeterminate:after:bg-on-accent",
        className,
      )}
      {...props}
    />
  );
}
