"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { showOffline } from "./toast";

/**
 * Opens a page, as the router's `push` does. Without a connection the page stays and says so, as for
 * links: the router would load the whole page, and the browser would show its error page. The result
 * is whether it was asked for.
 */
export function usePush(): (href: string, options?: { scroll: boolean }) => boolean {
  const router = useRouter();
  return (href, options) => {
    if (!navigator.onLine) {
      showOffline();
      return false;
    }
    router.push(href as Route, options);
    return true;
  };
}
