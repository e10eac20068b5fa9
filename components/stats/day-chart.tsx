"use client";

import { ChartLine, Ellipsis, Table2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from "react";
import type { PageQuery } from "@/lib/stats/page-query";
import { Button } from "../ui/button";
import { CardActions, CardHead, CardNote, CardTitle } from "../ui/card";
import { cn } from "../ui/cn";
import { MenuButton } from "../ui/menu-button";
import { Skeleton } from "../ui/skeleton";
import type { ChartData } from "./chart-points";
import { linkPageHref } from "./page-address";

/** recharts is loaded after the page, and only where there is a chart. */
const Drawing = lazy(() => import("./day-chart-drawing"));
const DayTable = lazy(() => import("./day-table"));
const ChartPictures = lazy(() => import("./chart-pictures"));

/**
 * A chart of counts over time with a header: legend, `actions`, pictures of the chart, and a button that shows the same data
 * as a table. `zoom`: a stretch of the chart can be selected, which opens that page of a link. Place it in a card.
 */
export function DayChart({
  title,
  actions,
  zoom,
  ...data
}: ChartData & { title: string; actions?: ReactNode; zoom?: { slug: string; query: PageQuery } | undefined }) {
  const router = useRouter();
  const [asTable, setAsTable] = useState(false);
  const drawing = useRef<HTMLDivElement>(null);
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const onZoom =
    zoom &&
    ((from: string, to: string) => router.push(linkPageHref(zoom.slug, zoom.query, { between: { from, to }, interval: null }), { scroll: false }));
  const skeleton = <Skeleton className="mx-(--space-pad) mt-1.5 mb-3.5 h-[258px] rounded-control max-sm:h-[202px]" />;
  return (
    <>
      <CardHead className="flex-wrap gap-y-0">
        <CardTitle>{title}</CardTitle>
        <CardNote>UTC</CardNote>
        {!asTable && <Legend {...data} />}
        <CardActions className={cn("gap-1", !asTable && "sm:ml-2")}>
          {actions}
          {!asTable && (
            <MenuButton
              variant="bare"
              size="iconSmall"
              aria-label="Save the chart as a picture"
              title="Save the chart as a picture"
              className="text-secondary max-sm:size-11"
              menu={(menu) => <ChartPictures title={title} chart={drawing} {...menu} />}
            >
              <Ellipsis aria-hidden className="size-4" />
            </MenuButton>
          )}
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
      {isHydrated ? (
        <Suspense fallback={skeleton}>
          {asTable ? (
            <DayTable title={title} {...data} />
          ) : (
            <div ref={drawing}>
              <Drawing {...data} onZoom={onZoom} />
            </div>
          )}
        </Suspense>
      ) : (
        skeleton
      )}
    </>
  );
}

/** Beside the title; below it on small screens. */
function Legend({ before, beforeName, openName }: ChartData) {
  return (
    <div
      aria-hidden
      className="ml-auto flex flex-wrap items-center gap-x-4 text-label text-secondary max-sm:order-last max-sm:ml-0 max-sm:basis-full [&>span]:flex [&>span]:items-center [&>span]:gap-1.5 [&>span]:whitespace-nowrap"
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
