import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(
        "min-h-24 w-full rounded-control border border-control bg-surface px-3 py-2 aria-invalid:border-danger disabled:opacity-60",
        className,
      )}
      {...props}
    />
  );
}
