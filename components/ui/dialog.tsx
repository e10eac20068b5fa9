"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "#texts";
import type { FormState } from "@/lib/core/action-result";
import { useBackCloses } from "./back-closes";
import { Button, buttonStyle } from "./button";
import { cn } from "./cn";
import { CircleAlert, X } from "./icons";
import { useRefusal } from "./use-refusal";

/** Whether the dialog asks before something that was typed is lost. */
const Asking = createContext(false);

type Control = HTMLInputElement;
const contentOf = ({ type, checked, value }: Control) =>
  type === "checkbox" || type === "radio" ? String(checked) : value;

/** Whether a field of a form holds something else than when it first got the focus. */
function useTyped() {
  const before = useRef(new Map<Control, string>());
  return {
    forget: () => before.current.clear(),
    note: ({ target }: FocusEvent) => {
      const field = target as Control;
      if (field.form && field.type !== "search" && !before.current.has(field))
        before.current.set(field, contentOf(field));
    },
    isChanged: () =>
      [...before.current].some(([field, was]) => field.isConnected && contentOf(field) !== was),
  };
}

/**
 * A modal dialog, full-screen below 640 px. Escape and a click outside close it and return the
 * focus, as Back does; they ask first if something would be lost. It is never higher than the
 * screen: between its head and its foot it scrolls.
 */
export function Dialog({
  open,
  onClose,
  title,
  note,
  wide = false,
  initialFocus,
  isLosing,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Whether closing loses something, if that is more or less than what was typed. */
  isLosing?: () => boolean;
  title: ReactNode;
  /** Shown beside the title. */
  note?: ReactNode;
  wide?: boolean;
  /** Defaults to the dialog itself, so that it opens scrolled to its top. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null) | undefined;
  children: ReactNode;
}) {
  const t = useTexts("common");
  const popup = useRef<HTMLDivElement>(null);
  const typed = useTyped();
  const [isAsking, setAsking] = useState(false);
  if (isAsking && !open) setAsking(false);
  const close = (isAccident: boolean) => {
    if (isAccident && !isAsking && (isLosing ?? typed.isChanged)()) return setAsking(true);
    typed.forget();
    onClose();
  };
  const renewEntry = useBackCloses(open, () => close(true));
  // A wide one grows downwards, because fields that move under the pointer are missed.
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) =>
        !next && close(reason === "escape-key" || reason === "outside-press")
      }
    >
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Viewport className="fixed inset-0 z-20 grid items-start justify-items-center overflow-y-auto overscroll-contain sm:px-6 sm:py-8 short:sm:p-0">
          <Base.Popup
            data-modal
            ref={popup}
            initialFocus={initialFocus ?? popup}
            onKeyDown={renewEntry}
            onPointerDown={renewEntry}
            onFocus={typed.note}
            onInput={() => setAsking(false)}
            className={cn(
              "flex w-full flex-col bg-raised shadow-overlay outline-none transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-sm:min-h-full sm:max-h-[calc(100dvh-64px)] sm:overflow-y-auto sm:overscroll-contain sm:scroll-py-18 sm:rounded-xl short:sm:max-h-dvh short:sm:rounded-none",
              wide ? "sm:mb-auto sm:max-w-[920px]" : "my-auto sm:max-w-[480px]",
            )}
          >
            <header className="flex h-14 shrink-0 items-center gap-3 border-hairline border-b bg-raised pe-3 ps-6 sticky top-0 z-2 max-sm:pe-1.5 max-sm:ps-4 short:h-11">
              <Base.Title className="min-w-0 truncate font-semibold text-lead tracking-[-0.015em]">
                {title}
              </Base.Title>
              {note && <span className="min-w-0 shrink-99 truncate">{note}</span>}
              <Base.Close
                aria-label={t("close")}
                className={cn(
                  buttonStyle({ variant: "bare", size: "icon" }),
                  "ms-auto text-secondary",
                )}
              >
                <X aria-hidden className="size-4" />
              </Base.Close>
            </header>
            <Asking value={isAsking}>{children}</Asking>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export const backdropStyle =
  "fixed inset-0 z-20 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/**
 * The footer with the buttons, always in reach. `refused`: why the form was, whose message is shown
 * where the button was pressed, because the end of the form may be out of sight. `error`: what else
 * stands in the way.
 */
export function DialogFoot({
  className,
  refused = null,
  error,
  children,
  ...props
}: ComponentProps<"footer"> & {
  refused?: FormState<unknown>;
  error?: string | undefined;
}) {
  const t = useTexts("common");
  const foot = useReach();
  const isAsking = use(Asking);
  const message = useRefusal(foot, refused) ?? error;
  return (
    <footer
      ref={foot}
      data-asking={isAsking || undefined}
      className={cn(
        "flex shrink-0 flex-wrap items-center justify-end gap-2 border-hairline sticky bottom-0 z-2 border-t bg-raised px-6 py-3 short:py-1.5 max-sm:mt-auto max-sm:px-4 max-sm:*:[button]:flex-1",
        className,
      )}
      {...props}
    >
      {message && (
        <p
          role="alert"
          data-refusal
          tabIndex={-1}
          className="flex w-full gap-2 text-danger text-small outline-none"
        >
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
        </p>
      )}
      {isAsking && (
        <span role="alert" className="me-auto font-medium text-danger text-small">
          {t("discardQuestion")}
        </span>
      )}
      {children}
    </footer>
  );
}

/** Closes the dialog; what it loses was asked for. */
export function CancelButton({ onClose, pending }: { onClose: () => void; pending?: boolean }) {
  const t = useTexts("common");
  const isAsking = use(Asking);
  return (
    <Button variant={isAsking ? "dangerPlain" : "plain"} pending={pending} onClick={onClose}>
      {t(isAsking ? "discard" : "cancel")}
    </Button>
  );
}

/** What keys do, beside the buttons. */
export function FootNote({ children }: { children: ReactNode }) {
  return (
    <span className="me-auto flex items-center gap-1.5 text-label text-secondary in-data-asking:hidden max-sm:hidden">
      {children}
    </span>
  );
}

/** No toast that stands at the lower edge of the screen reaches higher. */
const toastReach = 84;

/** Keeps in `--dialog-foot` how far up the foot reaches, so that no toast covers its buttons. */
function useReach(): RefObject<HTMLElement | null> {
  const foot = useRef<HTMLElement>(null);
  useEffect(() => {
    const [element, root] = [foot.current, document.documentElement.style];
    const popup = element?.closest("[data-modal]");
    if (!element || !popup) return;
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect();
      const isLow = innerHeight - bottom < toastReach;
      root.setProperty("--dialog-foot", `${isLow ? Math.max(0, innerHeight - top) : 0}px`);
    };
    const observer = new ResizeObserver(measure);
    for (const each of [element, popup]) observer.observe(each);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
      root.removeProperty("--dialog-foot");
    };
  }, []);
  return foot;
}
