"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactNode, useId, useState } from "react";

/** A term that says what it means on hover, on focus and when pressed, and to screen readers at once. */
export function Definition({ children, meaning }: { children: ReactNode; meaning: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        delay={150}
        closeOnClick={false}
        aria-describedby={id}
        onClick={() => setOpen(true)}
        className="min-h-6 cursor-help rounded-bar underline decoration-1 decoration-control decoration-dotted underline-offset-3"
      >
        {children}
      </Base.Trigger>
      <span id={id} hidden>
        {meaning}
      </span>
      <Base.Portal>
        <Base.Positioner side="bottom" align="start" sideOffset={6} collisionPadding={12} className="z-30">
          <Base.Popup className="max-w-[296px] rounded-control bg-raised px-3 py-2 text-label text-text shadow-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {meaning}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
