"use client";

import { type ReactNode, useState } from "react";

/**
 * A table of tints, and below it the title of the cell that was pressed, which a finger cannot
 * hover. Assistive technology reads the table itself.
 */
export function PressedCell({ otherwise, children }: { otherwise: string; children: ReactNode }) {
  const [pressed, setPressed] = useState<string>();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press shows what the cells say anyway
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      className="px-(--space-pad) pt-3 pb-4"
      onClick={({ target }) =>
        target instanceof Element &&
        setPressed(target.closest<HTMLElement>("td[title]")?.title ?? pressed)
      }
    >
      {children}
      <p className="mt-3 text-secondary text-small">{pressed ?? otherwise}</p>
    </div>
  );
}
