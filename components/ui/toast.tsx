"use client";

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { ToastOptions, WaitingToast } from "./toast-list";

/** Told, and not shown yet: the list that shows them is loaded with the first one. */
let waiting: readonly WaitingToast[] = [];
const none: readonly WaitingToast[] = [];
const listeners = new Set<() => void>();

function setWaiting(toasts: readonly WaitingToast[]): void {
  waiting = toasts;
  for (const listener of listeners) listener();
}

/** Tells what just happened, at the foot of the page, for eight seconds. Hovering or focusing it stops the clock. */
export function showToast(title: ReactNode, options: ToastOptions = {}): void {
  wasAsked = true;
  setWaiting([...waiting, { title, ...options }]);
}

let wasAsked = false;
const ToastList = lazy(() => import("./toast-list"));

/** Where toasts appear; once in a page. */
export function Toaster() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
    () => none,
  );
  return <Suspense>{wasAsked && <ToastList waiting={toasts} taken={() => setWaiting(none)} />}</Suspense>;
}
