"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";

/** On the page of a link that got another slug, or is gone (`to` is null), the address leads nowhere: this leads on. */
export function useFollowLink(): (from: string, to: string | null) => void {
  const router = useRouter();
  return (from, to) => {
    if (from === to || location.pathname !== `/dashboard/links/${from}`) return;
    router.replace((to === null ? "/dashboard/links" : `/dashboard/links/${to}`) as Route);
  };
}
