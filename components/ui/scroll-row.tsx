"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "./cn";

/**
 * Navigation in a row that scrolls where it is too narrow. Of its links the one with `aria-current`
 * (the last of several) is in view, also when `current` changes.
 */
export function ScrollRow({
  label,
  current,
  className,
  children,
}: {
  label: string;
  current: string;
  className: string;
  children: ReactNode;
}) {
  const nav = useRef<HTMLElement>(null);
  // Only this row scrolls: `scrollIntoView` might move the page, too.
  useEffect(() => {
    const link = [...(nav.current?.querySelectorAll<HTMLElement>("[aria-current]") ?? [])].at(-1);
    if (nav.current && link)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={nav} aria-label={label} className={cn("relative", className)}>
      {children}
    </nav>
  );
}
