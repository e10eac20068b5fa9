"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { commonTexts } from "@/components/texts/common-texts";
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

export function showOffline(): void {
  showToast(commonTexts()("offline"), { failed: true, offline: true });
}

const loadList = () => import("./toast-list");

/** Before a toast may be needed to say that there is no connection. */
export function loadToasts(): Promise<unknown> {
  return loadList();
}

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
  const List = useLoaded(loadList, toasts.length);
  return List && <List waiting={toasts} taken={() => setWaiting(none)} />;
}
