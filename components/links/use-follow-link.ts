"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";

/**
 * Leaves the page of a link that was renamed, for its new page, or deleted (`to` is null), for the
 * list.
 */
export function useFollowLink(): (from: string, to: string | null) => void {
  const router = useRouter();
  return (from, to) => {
    if (from === to || location.pathname !== `/dashboard/links/${from}`) return;
    router.replace((to === null ? "/dashboard/links" : `/dashboard/links/${to}`) as Route);
  };
}
