"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { showOffline } from "./toast";

/**
 * The router for a browser that may be offline. There Next's own would load the whole page, and the
 * browser would show its error page in place of ours. `push` says that there is no connection, as
 * links do, and returns false; `refresh` does nothing and returns false.
 */
export function useOnlineRouter() {
  const router = useRouter();
  return useMemo(
    () => ({
      push: (href: string, options?: { scroll: boolean }): boolean => {
        if (navigator.onLine) router.push(href as Route, options);
        else showOffline();
        return navigator.onLine;
      },
      refresh: (): boolean => {
        if (navigator.onLine) router.refresh();
        return navigator.onLine;
      },
    }),
    [router],
  );
}
