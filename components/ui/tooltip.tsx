"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** A tooltip on `children`, which must be one focusable element. Touch screens do not show it, so keep it optional. */
export function Tooltip({ content, side = "bottom", children }: { content: ReactNode; side?: "top" | "bottom"; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger delay={300} render={children as ReactElement<Record<string, unknown>>} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} collisionPadding={12} className="z-30">
          <Base.Popup className="max-w-[296px] rounded-control bg-raised px-3 py-2 text-label text-text shadow-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
