"use client";

import { formatNumber } from "@/lib/core/format";
import { useViewer } from "../../layout/viewer-context";
import { type ChartData, totalOf } from "./chart-points";

/** Whose line it is, with its total, in the legend. */
export function SeriesName({ name, points }: Pick<ChartData, "name" | "points">) {
  const { locale } = useViewer();
  return (
    <>
      <span className="max-w-40 truncate">{name}</span>
      <b className="font-medium text-text tabular-nums">{formatNumber(totalOf(points), locale)}</b>
    </>
  );
}
