"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { buttonStyle } from "../../ui/button";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { Skeleton } from "../../ui/skeleton";
import type { Chosen } from "./scope-choices";

const ScopeChoices = lazy(() => import("./scope-choices"));

/** A button with a panel below it, of the head of a report. */
const panelButton = cn(
  buttonStyle(),
  "w-full min-w-0 max-w-full cursor-pointer list-none px-3 text-small group-open:bg-hover [&::-webkit-details-marker]:hidden",
);

/**
 * What the statistics page is about, or what stands beside it: a button, and a list to search.
 * `children`: above the list.
 */
export function ScopePanel({
  label,
  button,
  className,
  chosen,
  children,
}: {
  label: string;
  button: ReactNode;
  className?: string;
  chosen: Chosen | null;
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label={label} className={cn("min-w-0", className)}>
      <DropPanel className="group relative min-w-0" onToggle={setOpen}>
        <summary className={panelButton}>{button}</summary>
        <div className="absolute start-0 top-full z-20 mt-1.5 flex max-h-[min(560px,70vh)] w-[360px] max-w-[calc(100vw-16px)] flex-col gap-2 rounded-card bg-raised p-2 shadow-overlay">
          {children}
          {chosen && isOpen && (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <ScopeChoices {...chosen} />
            </Suspense>
          )}
        </div>
      </DropPanel>
    </div>
  );
}
