import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Chip classes, for buttons (`aria-pressed`) and links (`aria-current`). */
export const chipStyle = cva(
  "inline-flex max-w-full shrink-0 items-center whitespace-nowrap border font-medium transition-colors [&_svg]:size-3.5 [&_svg]:shrink-0 [&_small]:font-normal [&_small]:text-label [&_small]:tabular-nums",
  {
    variants: {
      on: {
        true: "border-accent-line bg-accent-chip text-accent-ink",
        false:
          "border-hairline-strong bg-surface text-secondary hover:bg-hover [&_small]:text-tertiary",
      },
      size: {
        normal:
          "h-7 gap-1.5 rounded-chip px-2.5 text-small max-sm:h-11 max-sm:min-w-11 max-sm:justify-center",
        tiny: "relative h-6 gap-1 rounded-[5px] px-2 font-normal text-label max-sm:h-8 max-sm:before:absolute max-sm:before:-inset-x-1 max-sm:before:-inset-y-[7px]",
        tall: "h-(--size-control) gap-1.5 rounded-control px-3 text-small",
      },
    },
    defaultVariants: { on: false, size: "normal" },
  },
);

type ChipProps = Omit<ComponentProps<"button">, "aria-pressed"> & VariantProps<typeof chipStyle>;

/** A toggle button. */
export function Chip({ on, size, className, ...props }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={on ?? false}
      className={cn(chipStyle({ on, size }), className)}
      {...props}
    />
  );
}
