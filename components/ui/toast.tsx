"use client";

import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { ToastOptions, WaitingToast } from "./toast-list";
import { useLoaded } from "./use-loaded";

/** Toasts not shown yet: the list component is loaded with the first one. */
let waiting: readonly WaitingToast[] = [];
const none: readonly WaitingToast[] = [];
const listeners = new Set<() => void>();

function setWaiting(toasts: readonly WaitingToast[]): void {
  waiting = toasts;
  for (const listener of listeners) listener();
}

/** Shows a toast for eight seconds. Hovering or focusing it pauses the timer. */
export function showToast(title: ReactNode, options: ToastOptions = {}): void {
  setWaiting([...waiting, { title, ...options }]);
}

/** May be called before a toast is needed, which may say that there is no connection. */
export const loadToasts = () => import("./toast-list");

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
  const List = useLoaded(loadToasts, toasts.length);
  return <Suspense>{List && <List waiting={toasts} taken={() => setWaiting(none)} />}</Suspense>;
}
