import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn("min-w-0 rounded-card border border-hairline bg-surface", className)}
      {...props}
    />
  );
}

/** `ruled`: with a hairline below, which the underline of tabs overlaps. */
export function CardHead({
  ruled = false,
  className,
  ...props
}: ComponentProps<"header"> & { ruled?: boolean }) {
  return (
    <header
      className={cn(
        "flex items-center gap-3",
        ruled
          ? "min-h-[45px] border-hairline border-b px-(--space-pad) max-sm:flex-wrap max-sm:gap-y-0 max-sm:[&>h2]:py-2"
          : "min-h-[52px] pt-2 pe-3 pb-1 ps-(--space-pad) max-sm:flex-wrap max-sm:pe-2 max-sm:pb-2",
        className,
      )}
      {...props}
    />
  );
}

export function CardTitle({ className, children, ...props }: ComponentProps<"h2">) {
  return (
    <h2
      className={cn("sm:whitespace-nowrap font-semibold text-body tracking-[-0.011em]", className)}
      {...props}
    >
      {children}
    </h2>
  );
}

export function CardNote({ className, ...props }: ComponentProps<"span">) {
  return <span className={cn("text-label text-tertiary tabular-nums", className)} {...props} />;
}

export function CardActions({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("ms-auto flex flex-wrap items-center gap-2", className)} {...props} />;
}
