"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { dayMs, isoDate } from "@/lib/core/day";
import type { ChartData, ChartPoint } from "./chart-points";

/**
 * Selecting a stretch of a chart by dragging, or with Shift and the arrow keys from the last value
 * read. `onZoom` gets its first and last date. Touch scrolls the page instead.
 */
export function useChartSelection(
  points: readonly ChartPoint[],
  interval: NonNullable<ChartData["interval"]>,
  onZoom: ((from: string, to: string) => void) | undefined,
  timeZone = "UTC",
) {
  const [ends, setEnds] = useState<{ anchor: number; head: number } | null>(null);
  const [isByKeys, setByKeys] = useState(false);
  const isDragging = useRef(false);
  const active = useRef<number | null>(null);

  const indexOf = (label: unknown) => points.findIndex(({ start }) => start === label);
  const zoom = () => {
    isDragging.current = false;
    setEnds(null);
    if (!ends || !onZoom || ends.anchor === ends.head) return;
    const [first, last] = ordered(ends);
    const next = points[last + 1];
    const [begin, end] = [points[first], points[last]];
    if (!begin || !end) return;
    // Swedish dates are those of ISO 8601.
    const dateOf = ({ start }: ChartPoint) =>
      new Date(start).toLocaleDateString("sv", {
        timeZone: interval === "hour" ? timeZone : "UTC",
      });
    onZoom(
      dateOf(begin),
      interval === "hour" ? dateOf(end) : (end.end ?? lastDate(end, next, interval)),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    setByKeys(true);
    if (!onZoom) return;
    const step = event.shiftKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      const from = ends ?? {
        anchor: active.current ?? points.length - 1,
        head: active.current ?? points.length - 1,
      };
      setEnds({ ...from, head: Math.min(points.length - 1, Math.max(0, from.head + step)) });
    } else if (event.key === "Enter" && ends) {
      event.preventDefault();
      zoom();
    } else if (event.key === "Escape" || event.key.startsWith("Arrow")) {
      setEnds(null);
    }
  };

  const span =
    ends && points[ordered(ends)[0]] && points[ordered(ends)[1]]
      ? ordered(ends).map((index) => points[index] as ChartPoint)
      : null;
  return {
    /** The first and the last point, while something is selected. */
    span: span as [ChartPoint, ChartPoint] | null,
    /** The number of intervals in it. */
    length: ends ? Math.abs(ends.head - ends.anchor) : 0,
    /** Whether the chart was last used by keyboard. */
    isByKeys,
    handlers: {
      onKeyDown,
      onKeyUp: () => setByKeys(true),
      onPointerDown: () => setByKeys(false),
      onBlur: () => setEnds(null),
    },
    chart: {
      onMouseDown: ({ activeLabel }: { activeLabel?: unknown }) => {
        const index = indexOf(activeLabel);
        if (!onZoom || index === -1) return;
        isDragging.current = true;
        setEnds({ anchor: index, head: index });
      },
      onMouseMove: ({ activeLabel }: { activeLabel?: unknown }) => {
        const index = indexOf(activeLabel);
        active.current = index === -1 ? null : index;
        if (isDragging.current && index !== -1 && ends) setEnds({ ...ends, head: index });
      },
      onMouseUp: zoom,
      onMouseLeave: () => {
        if (!isDragging.current) return;
        isDragging.current = false;
        setEnds(null);
      },
    },
  };
}

function ordered({ anchor, head }: { anchor: number; head: number }): [number, number] {
  return anchor < head ? [anchor, head] : [head, anchor];
}

/** The last date of a point: the day before the next one starts. */
function lastDate(
  { start }: ChartPoint,
  next: ChartPoint | undefined,
  interval: NonNullable<ChartData["interval"]>,
): string {
  if (interval === "day") return start.slice(0, 10);
  if (next) return isoDate(new Date(Date.parse(next.start) - dayMs));
  // The range ends within it, and the page ends the range today at the latest.
  return isoDate(new Date(Date.parse(start) + (interval === "week" ? 6 : 30) * dayMs));
}
