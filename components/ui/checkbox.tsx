import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * `some`: the indeterminate state. The click area is 24 px square. Styled in `globals.css`, because
 * a list has many of them.
 */
export function Checkbox({
  some = false,
  className,
  ...props
}: Omit<ComponentProps<"input">, "type"> & { some?: boolean }) {
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
