import { cva } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * A segmented control. Its items are buttons (`aria-pressed`) or links (`aria-current`). Without a
 * label it is no group: what is around it has the name.
 */
export function Segmented({
  label,
  small = false,
  className,
  ...props
}: ComponentProps<"div"> & { label?: string; small?: boolean }) {
  return (
    <div
      {...(label !== undefined && { role: "group", "aria-label": label })}
      className={cn(
        "group/seg inline-flex gap-0.5 rounded-control bg-sunken p-[3px] inset-ring inset-ring-hairline",
        small ? "h-8 max-sm:h-11" : "h-(--size-control)",
        className,
      )}
      {...props}
    />
  );
}

/** Classes of an item, for links. */
export const segmentStyle = cva(
  "relative inline-flex items-center justify-center gap-1.5 max-sm:min-w-11 whitespace-nowrap max-sm:before:absolute max-sm:before:-inset-y-[3px] max-sm:before:inset-x-0 rounded-chip px-2.5 font-medium text-small transition-colors [&_svg]:size-3.5",
  {
    variants: {
      on: {
        true: "bg-surface text-text ring-1 ring-hairline-strong",
        false: "text-secondary hover:text-text",
      },
    },
  },
);

export function Segment({ on, className, ...props }: ComponentProps<"button"> & { on: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={cn(segmentStyle({ on }), className)}
      {...props}
    />
  );
}
