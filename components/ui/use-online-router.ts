"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { commonTexts } from "@/components/texts/common-texts";
import { showToast } from "./toast";

/** Whether the server was out of reach when the network went: one on the same machine is not. */
let wasAway = false;

globalThis.addEventListener?.("offline", () => {
  wasAway = true;
  fetch("/robots.txt").then(
    () => {
      wasAway = false;
    },
    () => {},
  );
});

/** Whether the server is out of reach, as far as the browser knows. */
export const isOffline = () => wasAway && !navigator.onLine;

/** Whether the server is out of reach, and says so. */
export function refuseOffline(): boolean {
  const offline = isOffline();
  if (offline) showToast(commonTexts()("offline"), { failed: true, offline });
  return offline;
}

/**
 * The router for a browser that may be offline. There Next's own would load the whole page, and the
 * browser would show its error page in place of ours. `push` says that there is no connection, as
 * links do, and returns false; `refresh` does nothing.
 */
export function useOnlineRouter() {
  const router = useRouter();
  return useMemo(
    () => ({
      push: (href: string, options?: { scroll: boolean }): boolean => {
        if (refuseOffline()) return false;
        router.push(href as Route, options);
        return true;
      },
      refresh: (): void => {
        if (!isOffline()) router.refresh();
      },
    }),
    [router],
  );
}
