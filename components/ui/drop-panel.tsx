"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";

/** How near to the edge of the window it may come. */
const edgePx = 8;

/**
 * A `details` element whose content lies over the page: it closes on Escape, when a link in it is
 * followed, and on a press outside. Works without scripts, too.
 */
export function DropPanel({
  className,
  onToggle,
  children,
}: {
  className?: string;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (panel.current && !panel.current.contains(target as Node)) panel.current.open = false;
    };
    const fitPanel = () => panel.current?.open && fit(panel.current);
    document.addEventListener("pointerdown", closeOutside);
    window.addEventListener("resize", fitPanel);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      window.removeEventListener("resize", fitPanel);
    };
  }, []);
  const close = (details: HTMLDetailsElement) => {
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  const closeByKey = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    event.stopPropagation();
    close(event.currentTarget);
  };
  const closeByLink = (event: MouseEvent<HTMLDetailsElement>) => {
    if ((event.target as Element).closest("a")) close(event.currentTarget);
  };
  return (
    <details
      ref={panel}
      data-panel
      className={className}
      onKeyDown={closeByKey}
      onClick={closeByLink}
      onToggle={({ currentTarget }) => {
        fit(currentTarget);
        onToggle?.(currentTarget.open);
      }}
    >
      {children}
    </details>
  );
}

/** Moves what is unfolded to the left or right until all of it is in the window. */
function fit({ lastElementChild: content }: HTMLDetailsElement): void {
  if (!(content instanceof HTMLElement)) return;
  content.style.translate = "";
  const { left, right } = content.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const over = Math.max(0, right + edgePx - room) || Math.min(0, left - edgePx);
  if (over !== 0) content.style.translate = `${-over}px`;
}
