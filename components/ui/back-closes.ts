"use client";

import { useEffect, useRef } from "react";

/**
 * The history entries of dialogs, by key, with the address of the page under the dialog. An entry
 * stays when its dialog was closed otherwise, serves the next one, and is skipped on the way back.
 * So closing never races with a navigation that goes on. With another address it is a page of its
 * own: a search or a new slug has replaced it.
 */
const entries = new Map<string, string | null>();
/** Of the open dialog. */
let closeOpen: (() => void) | null = null;

function listen({ from, navigationType }: NavigationCurrentEntryChangeEvent): void {
  const isBack =
    navigationType === "traverse" && from.index > (navigation.currentEntry?.index ?? 0);
  if (!isBack || !entries.has(from.key)) return;
  if (from.url !== navigation.currentEntry?.url) {
    entries.delete(from.key);
    closeOpen?.();
    return;
  }
  // The page is the same, so the router has nothing to do.
  addEventListener("popstate", (event) => event.stopImmediatePropagation(), {
    capture: true,
    once: true,
  });
  if (closeOpen) closeOpen();
  else if (navigation.canGoBack) navigation.back();
}

function addEntry(): void {
  if (!("navigation" in globalThis) || !navigation.currentEntry) return;
  const { key, url } = navigation.currentEntry;
  if (entries.has(key) && entries.get(key) === url) return;
  entries.delete(key);
  if (entries.size === 0) navigation.addEventListener("currententrychange", listen);
  history.pushState(history.state, "");
  entries.set(navigation.currentEntry.key, url);
}

/**
 * Lets Back close an open dialog instead of leaving the page, in browsers with the Navigation API.
 * The result is for each press in it: it renews the entry of a dialog that stayed open because it
 * asks first.
 */
export function useBackCloses(isOpen: boolean, onBack: () => void): () => void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!isOpen) return;
    const close = () => latest.current();
    closeOpen = close;
    addEntry();
    return () => {
      if (closeOpen === close) closeOpen = null;
    };
  }, [isOpen]);
  return addEntry;
}
