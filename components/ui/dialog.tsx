"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { buttonStyle } from "./button";
import { cn } from "./cn";
import { CircleAlert, X } from "./icons";

/**
 * A modal dialog, full-screen below 640 px. Escape and a click outside close it and return the
 * focus.
 */
export function Dialog({
  open,
  onClose,
  title,
  note,
  wide = false,
  initialFocus,
  children,
}: {
  open: boolean;
  /** `isAccident`: by Escape or a press beside the dialog. */
  onClose: (isAccident: boolean) => void;
  title: ReactNode;
  /** Shown beside the title. */
  note?: ReactNode;
  wide?: boolean;
  /** Defaults to the dialog itself, so that it opens scrolled to its top. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  // Placed by its margins: centred by the grid, a popup higher than the screen would begin above
  // it, out of reach. A wide one grows downwards, because fields that move under the pointer are
  // missed.
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) =>
        !next && onClose(reason === "escape-key" || reason === "outside-press")
      }
    >
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Viewport className="fixed inset-0 z-20 grid items-start justify-items-center overflow-y-auto overscroll-contain sm:p-6">
          <Base.Popup
            data-modal
            ref={popup}
            initialFocus={initialFocus ?? popup}
            className={cn(
              "flex w-full flex-col bg-raised shadow-overlay outline-none transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-sm:min-h-full sm:overflow-clip sm:rounded-xl",
              wide ? "sm:mt-[5vh] sm:mb-auto sm:max-w-[920px]" : "my-auto sm:max-w-[480px]",
            )}
          >
            <header className="flex h-14 shrink-0 items-center gap-3 border-hairline border-b bg-raised pr-3 pl-6 max-sm:sticky max-sm:top-0 max-sm:z-2 max-sm:pr-1.5 max-sm:pl-4">
              <Base.Title className="min-w-0 truncate font-semibold text-lead tracking-[-0.015em]">
                {title}
              </Base.Title>
              {note && <span className="min-w-0 truncate max-sm:hidden">{note}</span>}
              <Base.Close
                aria-label="Close"
                className={cn(
                  buttonStyle({ variant: "bare", size: "icon" }),
                  "ml-auto text-secondary",
                )}
              >
                <X aria-hidden className="size-4" />
              </Base.Close>
            </header>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export const backdropStyle =
  "fixed inset-0 z-20 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/**
 * The footer with the buttons, always in reach. It sticks to the edge of the screen, which lies
 * below the viewport's padding. `error`: why the whole form was refused, shown where the button was
 * pressed, because the end of the form may be out of sight.
 */
export function DialogFoot({
  className,
  error,
  children,
  ...props
}: ComponentProps<"footer"> & { error?: string | undefined }) {
  return (
    <footer
      className={cn(
        "flex shrink-0 flex-wrap items-center justify-end gap-2 border-hairline sticky bottom-0 z-2 border-t sm:-bottom-6 bg-raised px-6 py-3 max-sm:mt-auto max-sm:px-4 max-sm:*:[button]:flex-1",
        className,
      )}
      {...props}
    >
      {error && (
        <p role="alert" className="flex w-full gap-2 text-danger text-small">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
        </p>
      )}
      {children}
    </footer>
  );
}
