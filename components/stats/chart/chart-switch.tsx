"use client";

import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTexts } from "#texts";
import { ChartLine, Table2 } from "@/components/stats/icons";
import { Ellipsis } from "@/components/ui/icons";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { Button } from "../../ui/button";
import { CardActions, CardHead } from "../../ui/card";
import { cn } from "../../ui/cn";
import { MenuButton } from "../../ui/menu-button";
import { Skeleton } from "../../ui/skeleton";
import { useHydrated } from "../../ui/use-hydrated";
import { useOnlineRouter } from "../../ui/use-online-router";
import { pageHref } from "../page-address";
import type { ChartData } from "./chart-points";

/** recharts is loaded after the page, and only where there is a chart. */
const Drawing = lazy(() => import("./day-chart-drawing"));
const DayTable = lazy(() => import("./day-table"));
const ChartPictures = lazy(() => import("./chart-pictures"));

export interface ChartProps extends ChartData {
  title: string;
  actions?: ReactNode;
  /** A stretch of the chart can be selected, which opens that page. */
  zoom?: { page: string; query: PageQuery } | undefined;
}

/** The parts of `DayChart` that react: the drawing or its table. */
export function ChartSwitch({
  title,
  heading,
  legend,
  actions,
  zoom,
  ...data
}: ChartProps & { heading: ReactNode; legend: ReactNode }) {
  const t = useTexts("stats.chart");
  const { push } = useOnlineRouter();
  const [asTable, setAsTable] = useState(false);
  const drawing = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const onZoom =
    zoom &&
    ((from: string, to: string) =>
      push(pageHref(zoom.page, zoom.query, { range: { from, to }, interval: null }), {
        scroll: false,
      }));
  const skeleton = (
    <Skeleton className="mx-(--space-pad) mt-1.5 mb-3.5 h-[220px] rounded-control max-sm:h-[202px]" />
  );
  return (
    <>
      <CardHead className="flex-wrap gap-y-0">
        {heading}
        {!asTable && legend}
        <CardActions className={cn("gap-1 in-data-peek:ms-auto!", !asTable && "lg:ms-2")}>
          {actions}
          {!asTable && (
            <MenuButton
              variant="bare"
              size="iconSmall"
              aria-label={t("picture")}
              title={t("picture")}
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
            aria-label={t(asTable ? "showChart" : "showTable")}
            title={t(asTable ? "showChart" : "showTable")}
            className="text-secondary"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? (
              <ChartLine aria-hidden className="size-4" />
            ) : (
              <Table2 aria-hidden className="size-4" />
            )}
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
