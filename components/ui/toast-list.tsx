"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { type ReactNode, useEffect } from "react";
import { useTexts } from "#texts";
import { buttonStyle } from "./button";
import { cn } from "./cn";
import { Check, CircleAlert, X } from "./icons";
import { Kbd } from "./kbd";
import { pressedKey } from "./pressed-key";

export interface ToastOptions {
  failed?: boolean;
  /** The session has ended: offers to sign in again. */
  signedOut?: boolean;
  /** A lost connection caused it: of all such failures one is shown. */
  offline?: boolean;
  /** Of the toasts with the same one, only the latest is shown. */
  replaces?: string;
  /** Undoes the change; also run by Ctrl+Z or Cmd+Z while the toast is shown. */
  undo?: (() => void) | undefined;
  /** Follow-up actions. */
  actions?: readonly { name: string; run: () => void }[] | undefined;
}

export interface WaitingToast extends ToastOptions {
  title: ReactNode;
}

type ToastData = Pick<ToastOptions, "undo" | "actions">;

const manager = Base.createToastManager<ToastData>();
const stayMs = 8_000;
const signInAgain = (name: string) => ({
  name,
  run: () => void open("/dashboard/sign-in", "_blank", "noopener"),
});

/** Shows toasts. Adds those in `waiting`, then calls `taken`. */
export default function ToastList({
  waiting,
  taken,
}: {
  waiting: readonly WaitingToast[];
  taken: () => void;
}) {
  const t = useTexts("common");
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const toast of waiting) manager.add(optionsOf(toast, t("signIn")));
    taken();
  }, [waiting, taken, t]);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="pointer-events-none fixed inset-x-4 [--bulk-bar:inherit] [--dialog-foot:inherit] sm:start-20 lg:start-60 bottom-[max(20px+var(--bulk-bar),8px+var(--dialog-foot))] z-40 flex flex-col items-center gap-2 max-sm:bottom-[max(76px+var(--bulk-bar),8px+var(--dialog-foot))]">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function optionsOf(
  {
    title,
    failed = false,
    signedOut = false,
    offline = false,
    replaces,
    undo,
    actions,
  }: WaitingToast,
  signIn: string,
) {
  const data = { undo, actions: signedOut ? [signInAgain(signIn)] : actions };
  // Screen readers announce high priority at once, but cannot reach the buttons until the toast has
  // the focus.
  const priority: "high" | "low" = failed && !undo && !data.actions ? "high" : "low";
  // The same failure is shown once.
  const id = failed && typeof title === "string" ? (offline ? "offline" : title) : replaces;
  return {
    ...(id && { id }),
    title,
    type: failed ? "failed" : "done",
    priority,
    timeout: stayMs,
    data,
  };
}

function Toasts() {
  const t = useTexts("common");
  const { toasts, close } = Base.useToastManager<ToastData>();
  const last = toasts.find(
    ({ data, transitionStatus }) => data?.undo && transitionStatus !== "ending",
  );
  useEffect(() => {
    if (!last) return;
    const listen = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches("input:not([type=checkbox]), textarea, select");
      if (
        pressedKey(event).toLowerCase() !== "z" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        isTyping
      )
        return;
      event.preventDefault();
      last.data?.undo?.();
      close(last.id);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [last, close]);

  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="pointer-events-auto max-w-full rounded-card bg-inverse text-on-inverse text-small shadow-overlay transition-[opacity,translate] focus-visible:outline-on-inverse-accent data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Base.Content className="flex min-h-11 items-center gap-3 py-1.5 pe-2 ps-3.5 max-sm:flex-wrap max-sm:gap-x-2">
        {toast.type === "failed" ? (
          <CircleAlert aria-hidden className="size-4 shrink-0 text-on-inverse-danger" />
        ) : (
          <Check aria-hidden className="size-4 shrink-0 text-on-inverse-accent" />
        )}
        <Base.Title className="min-w-0 [overflow-wrap:anywhere]" render={<div />} />
        {toast.data?.undo && (
          <ToastButton run={toast.data.undo} close={() => close(toast.id)}>
            {t("undo")}{" "}
            <Kbd className="max-sm:hidden">{isApple() ? "⌘ Z" : `${t("keys.ctrl")} Z`}</Kbd>
          </ToastButton>
        )}
        {toast.data?.actions?.map(({ name, run }) => (
          <ToastButton key={name} run={run} close={() => close(toast.id)}>
            {name}
          </ToastButton>
        ))}
        {/* Base UI hides it from screen readers until the toasts are hovered or focused, but Tab can reach it before that. */}
        <Base.Close
          aria-label={t("dismiss")}
          aria-hidden={false}
          className={cn(buttonStyle({ variant: "inverse", size: "iconSmall" }), "max-sm:size-11")}
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

function ToastButton({
  run,
  close,
  children,
}: {
  run: () => void;
  close: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={cn(
        buttonStyle({ variant: "inverse", size: "small" }),
        "h-8 bg-on-inverse/12 max-sm:h-11",
      )}
      onClick={() => {
        run();
        close();
      }}
    >
      {children}
    </button>
  );
}

/** Reads the user agent directly, because toasts exist only in the browser. */
function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
