"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useShortcuts } from "../../layout/use-shortcuts";

/** Shortcuts of this page that navigate: `{ d: "/dashboard/..." }`. */
export function RangeKeys({ hrefs }: { hrefs: Record<string, Route> }) {
  const router = useRouter();
  useShortcuts(
    Object.fromEntries(
      Object.entries(hrefs).map(([key, href]) => [key, () => router.push(href, { scroll: false })]),
    ),
  );
  return null;
}
