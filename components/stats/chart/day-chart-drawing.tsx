"use client";

import { useState } from "react";
import {
  Area,
  ComposedChart,
  Line,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useTexts } from "#texts";
import { formatNumber } from "@/lib/core/format";
import type { Texts } from "@/lib/texts/translator";
import { useViewer } from "../../layout/viewer-context";
import { cn } from "../../ui/cn";
import { type ChartData, fullName, shortName, ticksOf, totalOf } from "./chart-points";
import { ChartTip, type DrawnPoint } from "./chart-tip";
import { useChartSelection } from "./use-chart-selection";

const label = { fill: "var(--color-tertiary)", fontSize: 12 };
const markColors = {
  link: "var(--color-control)",
  preview: "var(--color-bots)",
  unusual: "var(--color-accent)",
};
/** Width of the axis of counts. */
const countsWidth = 60;
const tickWidth = 72;
const markRadius = 3.5;
const plotTop = 8;
const firstTickWidth = 112;
/** Of a point in progress, whose name ends with the plot, and half of the label before it. */
const openTickWidth = 92;

/**
 * The chart: an area for the period, a dashed line for the comparison, and a ring for a point in
 * progress: a line to it would look like a fall.
 */
export default function DayChartDrawing({
  points,
  before,
  other,
  name,
  openName,
  interval = "day",
  timeZone,
  unit = "clicks",
  firstName,
  upcoming = [],
  marks = [],
  onZoom,
}: ChartData & { onZoom?: ((from: string, to: string) => void) | undefined }) {
  const { locale } = useViewer();
  const t = useTexts("stats.chart");
  const [width, setWidth] = useState(640);
  const last = points.length - 1;
  const isOpenAt = (index: number) => openName !== undefined && index === last;
  const drawn: DrawnPoint[] = [
    ...points.map((point, index) => ({
      ...point,
      before: before?.[index] ?? null,
      beforeCount: before?.[index]?.count ?? null,
      otherCount: other?.points[index]?.count ?? null,
      otherClosed: isOpenAt(index) ? null : (other?.points[index]?.count ?? null),
      closed: isOpenAt(index) ? null : point.count,
    })),
    ...upcoming.map((start) => ({
      start,
      count: null,
      before: null,
      beforeCount: null,
      otherCount: null,
      otherClosed: null,
      closed: null,
    })),
  ];
  const total = totalOf(points);
  const end = drawn[last];
  const openSeries = [
    { key: "count", color: "var(--color-accent)" } as const,
    ...(other ? [{ key: "otherCount", color: "var(--color-chart-other)" } as const] : []),
  ].slice(0, openName === undefined ? 0 : 2);
  const selection = useChartSelection(points, interval, onZoom, timeZone);

  const plot = Math.max(1, width - countsWidth - markRadius - 1);
  const most = Math.min(7, Math.max(2, Math.floor(plot / tickWidth) + 1));
  const places = ticksOf(
    drawn.map(({ start }) => start),
    interval,
    most,
    timeZone,
  );
  const gap = plot / Math.max(1, drawn.length - 1);
  const ticks = places.filter(
    (place) =>
      (place === 0 || !firstName || place * gap > firstTickWidth) &&
      (place === 0 || place === last || !openName || Math.abs(last - place) * gap > openTickWidth),
  );
  const tickNames = new Map(
    ticks.map((place) => {
      const start = drawn[place]?.start ?? "";
      const name =
        place === last && openName
          ? openName
          : shortName(start, interval, end?.start ?? start, drawn.length, timeZone, locale);
      return [start, place === 0 && firstName ? firstName : name];
    }),
  );

  return (
    <div
      className={cn(
        "relative mt-1.5 me-2 mb-3.5 ms-[calc(var(--space-pad)-5px)] h-[220px] rounded-bar max-sm:h-[202px] [&_*:focus]:outline-none",
        onZoom && "cursor-crosshair select-none",
        selection.isByKeys &&
          "has-[:focus]:outline-2 has-[:focus]:outline-accent has-[:focus]:outline-offset-2",
      )}
      {...selection.handlers}
    >
      <ResponsiveContainer width="100%" height="100%" onResize={setWidth}>
        <ComposedChart
          data={drawn}
          margin={{ top: plotTop, right: 0, bottom: 0, left: markRadius + 1 }}
          title={describe(
            { points, other, name, unit },
            [points[0], end].map((point) =>
              point ? fullName(point, interval, { t, locale }, timeZone) : "",
            ),
            onZoom !== undefined,
            t,
          )}
          {...selection.chart}
        >
          <defs>
            <linearGradient id="day-chart-fill" x1="0" y1="0" x2="0" y2="1">
              <stop
                offset="0"
                stopColor="var(--color-accent)"
                className="[stop-opacity:var(--chart-fill)]"
              />
              <stop offset="1" stopColor="var(--color-accent)" stopOpacity={0} />
            </linearGradient>
          </defs>
          <XAxis
            dataKey="start"
            ticks={[...tickNames.keys()]}
            interval={0}
            tickLine={false}
            axisLine={false}
            tickMargin={10}
            height={28}
            padding={{ left: 0, right: 0 }}
            tick={({
              x,
              y,
              payload,
            }: {
              x: number | string;
              y: number | string;
              payload: { value: string };
            }) => (
              // The first and the last label end with the plot instead of being cut off.
              <text
                x={x}
                y={y}
                dy="0.71em"
                textAnchor={
                  payload.value === drawn[0]?.start
                    ? "start"
                    : payload.value === drawn.at(-1)?.start && drawn.length > 1
                      ? "end"
                      : "middle"
                }
                unicodeBidi="plaintext"
                {...label}
              >
                {tickNames.get(payload.value)}
              </text>
            )}
          />
          <YAxis
            orientation="right"
            width={countsWidth}
            tickCount={4}
            allowDecimals={false}
            // The lines across the plot are its ticks: the grid of recharts is more to load.
            tickLine={{ stroke: "var(--color-chart-grid)" }}
            tickSize={-plot}
            tickMargin={plot + 14}
            axisLine={false}
            tick={label}
            tickFormatter={(count: number) => formatNumber(count, locale)}
          />
          {/* Dots at zero draw the marks and the selection up to the top: the lines and areas of recharts are more to load. */}
          {marks.map(({ start, kind }) => (
            <ReferenceDot
              key={start}
              x={start}
              y={0}
              shape={({ cx = 0, cy = 0 }) => (
                <path
                  d={`M${cx} ${cy + 1}v6`}
                  stroke={markColors[kind]}
                  strokeWidth={2.5}
                  className="chart-mark"
                />
              )}
            />
          ))}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--color-control)", strokeOpacity: 0.7 }}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as DrawnPoint | undefined;
              return active && point ? (
                <ChartTip
                  point={point}
                  total={total}
                  otherName={other?.name}
                  {...{ interval, timeZone, locale }}
                  isOpen={openName !== undefined && point === end}
                  marks={marks.find(({ start }) => start === point.start)?.names ?? []}
                />
              ) : null;
            }}
          />
          {before && (
            <Line
              dataKey="beforeCount"
              type="linear"
              stroke="var(--color-control)"
              strokeWidth={1.25}
              strokeDasharray="4 4"
              dot={false}
              activeDot={{
                r: 3.5,
                fill: "var(--color-control)",
                stroke: "var(--color-surface)",
                strokeWidth: 2,
              }}
              isAnimationActive={false}
            />
          )}
          <Area
            dataKey="closed"
            type="linear"
            stroke="var(--color-accent)"
            strokeWidth={1.75}
            strokeLinecap="round"
            fill="url(#day-chart-fill)"
            dot={false}
            activeDot={{
              r: 4.5,
              fill: "var(--color-accent)",
              stroke: "var(--color-surface)",
              strokeWidth: 2,
            }}
            isAnimationActive={false}
          />
          {other && (
            <Line
              dataKey="otherClosed"
              type="linear"
              stroke="var(--color-chart-other)"
              strokeWidth={1.75}
              strokeDasharray="7 4"
              dot={false}
              activeDot={{
                r: 4.5,
                fill: "var(--color-chart-other)",
                stroke: "var(--color-surface)",
                strokeWidth: 2,
              }}
              isAnimationActive={false}
            />
          )}
          {openSeries.map(({ key }) => (
            // Not drawn: it tells the axes of the point in progress.
            <Line
              key={key}
              dataKey={key}
              stroke="none"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
          {openSeries.map(({ key, color }) => (
            <ReferenceDot
              key={key}
              x={end?.start ?? ""}
              y={end?.[key] ?? 0}
              r={4}
              fill="var(--color-surface)"
              stroke={color}
              strokeWidth={1.75}
            />
          ))}
          {selection.span && (
            <ReferenceDot
              x={selection.span[0].start}
              y={0}
              shape={({ cx = 0, cy = 0 }) => (
                <rect
                  x={cx}
                  y={plotTop}
                  width={selection.length * gap}
                  height={cy - plotTop}
                  fill="var(--color-accent)"
                  fillOpacity={0.14}
                />
              )}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
      <p
        role="status"
        className={cn(
          "absolute top-1 start-1 rounded-chip bg-raised px-2 py-1 text-label shadow-overlay",
          !selection.span && "sr-only",
        )}
      >
        {selection.span &&
          t(selection.isByKeys ? "selected" : "stretch", {
            from: fullName(selection.span[0], interval, { t, locale }, timeZone),
            to: fullName(selection.span[1], interval, { t, locale }, timeZone),
          })}
      </p>
    </div>
  );
}

/** What somebody hears who cannot see the chart. */
function describe(
  { points, other, name, unit = "clicks" }: ChartData,
  [from = "", to = ""]: readonly string[],
  isZoomed: boolean,
  t: Texts<"stats.chart">,
): string {
  const said = {
    unit: t(`units.${unit}`),
    from,
    to,
    total: totalOf(points),
  };
  if (!other) return t(isZoomed ? "describe.oneZoom" : "describe.one", said);
  return t(isZoomed ? "describe.twoZoom" : "describe.two", {
    ...said,
    name,
    otherTotal: totalOf(other.points),
    other: other.name,
  });
}
