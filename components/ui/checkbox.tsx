import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * `some`: part of what it stands for is chosen. The box answers clicks on a square of 24 px. Drawn in `globals.css`: a list
 * has many.
 */
export function Checkbox({ some = false, className, ...props }: Omit<ComponentProps<"input">, "type"> & { some?: boolean }) {
  return (
    <input
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = some;
      }}
      className={cn("checkbox", className)}
      {...props}
    />
  );
}
