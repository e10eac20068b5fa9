"use client";

import type { ComponentProps, ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { cn } from "./cn";

/**
 * A one-line text field. `before` (an icon or a prefix) and `after` are inside its border. While
 * its form is being sent it takes no keys: the answer may empty it, and what was typed meanwhile
 * would be lost.
 */
export function Input({
  before,
  after,
  className,
  inputClassName,
  readOnly,
  dir,
  ...props
}: ComponentProps<"input"> & { before?: ReactNode; after?: ReactNode; inputClassName?: string }) {
  const { pending } = useFormStatus();
  return (
    <span
      dir={dir}
      className={cn(
        "flex h-(--size-control) w-full min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-3 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 has-disabled:opacity-60 has-aria-invalid:border-danger [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-tertiary",
        className,
      )}
    >
      {before}
      <input
        className={cn(
          "h-full w-full min-w-0 flex-1 text-ellipsis bg-transparent outline-none",
          inputClassName,
        )}
        readOnly={readOnly || pending}
        {...props}
      />
      {after}
    </span>
  );
}

/** A fixed prefix inside the field, such as the host of a short link. */
export function InputPrefix({ children }: { children: ReactNode }) {
  return (
    <span className="-me-2 whitespace-nowrap font-mono text-[13px] text-tertiary tracking-mono">
      {children}
    </span>
  );
}
