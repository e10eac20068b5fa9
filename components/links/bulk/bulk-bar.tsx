"use client";

import { lazy, Suspense, useDeferredValue, useEffect, useState } from "react";
import { useTexts } from "#texts";
import { useLinkSelection } from "./link-selection";

const BulkActions = lazy(() => import("./bulk-actions"));

/** Shows the number of selected links and the bulk actions. Escape clears the selection. */
export function BulkBar() {
  const { selected, selectAll } = useLinkSelection();
  const t = useTexts("bulk");
  const count = selected.length;
  // The check mark is painted first.
  const isShown = useDeferredValue(count > 0);
  // That nothing is selected any more is said, too.
  const [wasUsed, setUsed] = useState(false);
  if (count > 0 && !wasUsed) setUsed(true);

  useEffect(() => {
    if (count === 0) return;
    const listen = (event: KeyboardEvent) => {
      if (
        event.key === "Escape" &&
        !event.defaultPrevented &&
        !document.querySelector("[data-modal], [role=menu]")
      )
        selectAll(false);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [count, selectAll]);

  return (
    <>
      <div role="status" className="sr-only">
        {wasUsed && t("selected", { count })}
      </div>
      <Suspense>{isShown && count > 0 && <BulkActions />}</Suspense>
    </>
  );
}
