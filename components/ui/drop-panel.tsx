"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

/** A `details` element whose content lies over the page: it closes on Escape and on a press outside. Works without scripts, too. */
export function DropPanel({ className, children }: { className?: string; children: ReactNode }) {
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (panel.current && !panel.current.contains(target as Node)) panel.current.open = false;
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  const closeByKey = (event: KeyboardEvent<HTMLDetailsElement>) => {
    const { currentTarget: details } = event;
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  return (
    <details ref={panel} className={className} onKeyDown={closeByKey}>
      {children}
    </details>
  );
}
