"use client";

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { ToastOptions, WaitingToast } from "./toast-list";

/** Toasts not shown yet: the list component is loaded with the first one. */
let waiting: readonly WaitingToast[] = [];
const none: readonly WaitingToast[] = [];
const listeners = new Set<() => void>();

function setWaiting(toasts: readonly WaitingToast[]): void {
  waiting = toasts;
  for (const listener of listeners) listener();
}

export const noConnection = "No connection. Try again when you are online.";

/** Shows a toast for eight seconds. Hovering or focusing it pauses the timer. */
export function showToast(title: ReactNode, options: ToastOptions = {}): void {
  wasAsked = true;
  setWaiting([...waiting, { title, ...options }]);
}

let wasAsked = false;
const ToastList = lazy(() => import("./toast-list"));

/** Renders the toasts. Place it once per page. */
export function Toaster() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
    () => none,
  );
  return (
    <Suspense>{wasAsked && <ToastList waiting={toasts} taken={() => setWaiting(none)} />}</Suspense>
  );
}
