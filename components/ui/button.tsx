import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * Button classes, also for links styled as buttons: `<a className={buttonStyle({ variant: "plain"
 * })}>`.
 */
export const buttonStyle = cva("button", {
  variants: {
    variant: {
      primary: "border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-strong",
      plain: "border-hairline-strong bg-surface not-disabled:hover:bg-hover",
      ghost:
        "border-transparent text-secondary not-disabled:hover:bg-hover not-disabled:hover:text-text",
      danger: "border-transparent bg-danger text-on-danger not-disabled:hover:bg-danger-strong",
      dangerPlain:
        "border-hairline-strong bg-surface text-danger not-disabled:hover:bg-danger-tint",
      bare: "border-transparent text-tertiary hover:bg-hover hover:text-text",
      /** For the dark background of toasts and the bulk bar. */
      inverse:
        "border-transparent text-on-inverse hover:bg-on-inverse/12 focus-visible:outline-on-inverse-accent [&_svg]:text-on-inverse-muted",
    },
    size: {
      normal: "h-(--size-control) rounded-control px-3.5 [&>svg:first-child]:-ms-0.5",
      small: "h-(--size-small) gap-1.5 rounded-chip px-2.5 text-small",
      icon: "size-(--size-control) rounded-control",
      iconSmall: "size-(--size-small) rounded-chip",
      tiny: "size-6 rounded-chip",
    },
  },
  defaultVariants: { variant: "plain", size: "normal" },
});

export type ButtonVariants = VariantProps<typeof buttonStyle>;

/** `pending`: what it does is under way. It keeps the focus, and does nothing. */
export function Button({
  variant,
  size,
  className,
  type = "button",
  pending = false,
  onClick,
  ...props
}: ComponentProps<"button"> & ButtonVariants & { pending?: boolean | undefined }) {
  return (
    <button
      type={type}
      className={cn(buttonStyle({ variant, size }), className)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...props}
    />
  );
}
