"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { cn } from "./cn";

/**
 * A term whose definition appears on hover, focus and click; Escape hides it (WCAG 1.4.13). It
 * opens below the term, as wide as the nearest positioned ancestor, and needs no overlay code.
 */
export function Definition({ children, meaning }: { children: ReactNode; meaning: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpen(false);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only shows what the button shows to the keyboard
    <span onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        className="relative min-h-6 cursor-help text-start before:absolute before:-inset-x-1 before:-inset-y-2.5 sm:before:hidden rounded-bar underline decoration-1 decoration-control decoration-dotted underline-offset-3"
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        className={cn(
          "absolute inset-x-2 top-10 z-30 text-pretty rounded-control bg-raised px-3 py-2 font-normal text-label text-text shadow-overlay max-sm:top-9",
          !isOpen && "hidden",
        )}
      >
        {meaning}
      </span>
    </span>
  );
}
