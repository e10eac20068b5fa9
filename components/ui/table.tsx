import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A table with 36 px rows. Scrolls horizontally inside its card, also by keyboard. */
export function Table({ className, label, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative overflow-x-auto rounded-b-[9px] focus-visible:-outline-offset-2"
    >
      <table
        aria-label={label}
        className={cn(
          "w-full border-collapse text-small [&_tbody_tr:first-child>*]:border-t-0 [&_tbody_tr:hover]:bg-hover [&_tr>:first-child]:ps-(--space-pad) [&_tr>:last-child]:pe-(--space-pad)",
          className,
        )}
        {...props}
      />
    </section>
  );
}

export function Th({
  className,
  numeric = false,
  ...props
}: ComponentProps<"th"> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        "whitespace-nowrap border-hairline border-b px-3 py-2 font-normal text-label text-tertiary",
        numeric ? "text-end" : "text-start",
        className,
      )}
      {...props}
    />
  );
}

/** `lead`: the main cell of the row. `numeric`: right-aligned tabular numbers. */
export function Td({
  className,
  numeric = false,
  lead = false,
  ...props
}: ComponentProps<"td"> & { numeric?: boolean; lead?: boolean }) {
  return (
    <td
      className={cn(
        "h-9 whitespace-nowrap border-hairline border-t px-3",
        lead ? "text-text" : "text-secondary",
        numeric && "text-end tabular-nums",
        className,
      )}
      {...props}
    />
  );
}
