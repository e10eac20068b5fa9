"use client";

import { ChartLine, Table2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button";
import { CardActions, CardHead, CardNote, CardTitle } from "../ui/card";
import { Skeleton } from "../ui/skeleton";
import type { ChartData } from "./chart-points";
import { DayTable } from "./day-table";

/** recharts is loaded after the page, and only where there is a chart. */
const Drawing = lazy(() => import("./day-chart-drawing"));

/**
 * A chart of counts over time with a header: legend, `actions`, and a button that shows the same data as a table. Place it
 * in a card.
 */
export function DayChart({ title, actions, ...data }: ChartData & { title: string; actions?: ReactNode }) {
  const [asTable, setAsTable] = useState(false);
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const skeleton = <Skeleton className="mx-(--space-pad) mt-1.5 mb-3.5 h-[258px] rounded-control max-sm:h-[202px]" />;
  return (
    <>
      <CardHead>
        <CardTitle>{title}</CardTitle>
        <CardNote>UTC</CardNote>
        <CardActions className="gap-4">
          {!asTable && <Legend {...data} />}
          {actions}
          <Button
            variant="bare"
            size="iconSmall"
            aria-pressed={asTable}
            aria-label={asTable ? "Show as a chart" : "Show as a table"}
            title={asTable ? "Show as a chart" : "Show as a table"}
            className="text-secondary max-sm:size-11"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartLine aria-hidden className="size-4" /> : <Table2 aria-hidden className="size-4" />}
          </Button>
        </CardActions>
      </CardHead>
      {asTable ? (
        <DayTable title={title} {...data} />
      ) : isHydrated ? (
        <Suspense fallback={skeleton}>
          <Drawing {...data} />
        </Suspense>
      ) : (
        skeleton
      )}
    </>
  );
}

function Legend({ before, beforeName, openName }: ChartData) {
  return (
    <div
      aria-hidden
      className="flex items-center gap-4 text-label text-secondary max-sm:hidden [&>span]:flex [&>span]:items-center [&>span]:gap-1.5 [&>span]:whitespace-nowrap"
    >
      <span>
        <Stroke className="stroke-accent" width={1.75} />
        This period
      </span>
      {before && (
        <span>
          <Stroke className="stroke-control" width={1.25} dashes="4 4" />
          {beforeName}
        </span>
      )}
      {openName && (
        <span>
          <Stroke className="stroke-accent" width={2} dashes="0.5 4" />
          {openName}, so far
        </span>
      )}
    </div>
  );
}

function Stroke({ className, width, dashes }: { className: string; width: number; dashes?: string }) {
  return (
    <svg width="16" height="8" aria-hidden="true" className={className}>
      <path d="M0 4H16" strokeWidth={width} strokeDasharray={dashes} strokeLinecap="round" />
    </svg>
  );
}
