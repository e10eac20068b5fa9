"use client";

import { Suspense, useEffect, useState } from "react";
import { useViewer } from "@/components/layout/viewer-context";
import { slugAt } from "@/components/links/row-focus";
import { useLoaded } from "@/components/ui/use-loaded";

const loadPanel = () => import("./peek-panel");

/**
 * Space on a row opens the panel of its link, which then follows the focus (J and K). Space again
 * or Escape closes it.
 */
export function Peek() {
  const { shortcuts } = useViewer();
  const [slug, setSlug] = useState<string | null>(null);
  useEffect(() => {
    if (!shortcuts) return;
    const press = (event: KeyboardEvent) => {
      const row = (event.target as Element).closest?.("[data-row-link]");
      if (event.key !== " " || !row) return;
      event.preventDefault();
      setSlug((open) => (open === null ? (slugAt(row) ?? null) : null));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [shortcuts]);
  const Panel = useLoaded(loadPanel, slug);
  return <Suspense>{Panel && slug !== null && <Panel slug={slug} onChange={setSlug} />}</Suspense>;
}
