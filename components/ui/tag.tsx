import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const style = cva(
  "inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-[5px] px-1.5 font-medium text-label [&_svg]:size-3 [&_svg]:stroke-2",
  {
    variants: {
      tone: {
        plain: "bg-sunken text-secondary inset-ring inset-ring-hairline",
        accent: "bg-accent-tint text-accent-ink",
        bots: "bg-bots-tint text-bots-ink",
        danger: "bg-danger-tint text-danger-strong",
      },
    },
    defaultVariants: { tone: "plain" },
  },
);

/** A non-interactive label, such as a state or scope. For a clickable one, use a chip. */
export function Tag({
  tone,
  className,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof style>) {
  return <span data-badge className={cn(style({ tone }), className)} {...props} />;
}

/** A country or language code in a small frame. */
export function CodeTag({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      className={cn(
        "inline-grid h-[18px] min-w-6 shrink-0 place-items-center rounded-bar bg-surface px-[3px] font-medium font-mono text-[12px] text-secondary leading-none tracking-[-0.02em] inset-ring inset-ring-hairline-strong",
        className,
      )}
      {...props}
    />
  );
}
