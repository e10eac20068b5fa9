"use client";

import { Area, CartesianGrid, ComposedChart, Line, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatNumber } from "@/lib/core/format";
import { useViewer } from "../layout/viewer-context";
import { type ChartData, shortName, spreadTicks } from "./chart-points";
import { ChartTip, type DrawnPoint } from "./chart-tip";

const label = { fill: "var(--color-tertiary)", fontSize: 12 };

/** The chart: an area for the period, a dashed line for the comparison, and a dotted line to a point in progress. */
export default function DayChartDrawing({ points, before, beforeName = "Before", openName, interval = "day" }: ChartData) {
  const { locale } = useViewer();
  const last = points.length - 1;
  const drawn: DrawnPoint[] = points.map(({ start, count }, index) => ({
    start,
    count,
    before: before?.[index] ?? null,
    beforeCount: before?.[index]?.count ?? null,
    closed: openName !== undefined && index === last ? null : count,
    open: openName !== undefined && index >= last - 1 ? count : null,
  }));
  const total = points.reduce((sum, { count }) => sum + count, 0);
  const named = spreadTicks(points.length, 7).map((index) => points[index]?.start ?? "");
  const end = drawn.at(-1);

  return (
    <div className="mt-1.5 mr-2 mb-3.5 ml-(--space-pad) h-[258px] max-sm:h-[202px]">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={drawn}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          title={`Clicks from ${points[0]?.start} to ${end?.start}, ${formatNumber(total, locale)} in total. Use the arrow keys to read each value.`}
        >
          <defs>
            <linearGradient id="day-chart-fill" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="var(--color-accent)" className="[stop-opacity:var(--chart-fill)]" />
              <stop offset="1" stopColor="var(--color-accent)" stopOpacity={0} />
            </linearGradient>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--color-chart-grid)" />
          <XAxis
            dataKey="start"
            ticks={named}
            interval="preserveStartEnd"
            tickLine={false}
            axisLine={false}
            tickMargin={10}
            height={28}
            padding={{ left: 0, right: 0 }}
            tick={label}
            tickFormatter={(start: string) => (openName && start === end?.start ? openName : shortName(start, interval, end?.start ?? start))}
          />
          <YAxis
            orientation="right"
            width={52}
            tickCount={4}
            allowDecimals={false}
            tickLine={false}
            axisLine={false}
            tickMargin={8}
            tick={label}
            tickFormatter={(count: number) => formatNumber(count, locale)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--color-control)", strokeOpacity: 0.7 }}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as DrawnPoint | undefined;
              return active && point ? (
                <ChartTip
                  point={point}
                  total={total}
                  span={points.length}
                  {...{ beforeName, interval, locale }}
                  isOpen={openName !== undefined && point === end}
                />
              ) : null;
            }}
          />
          {before && (
            <Line
              dataKey="beforeCount"
              type="monotone"
              stroke="var(--color-control)"
              strokeWidth={1.25}
              strokeDasharray="4 4"
              dot={false}
              activeDot={{ r: 3.5, fill: "var(--color-control)", stroke: "var(--color-surface)", strokeWidth: 2 }}
              isAnimationActive={false}
            />
          )}
          <Area
            dataKey="closed"
            type="monotone"
            stroke="var(--color-accent)"
            strokeWidth={1.75}
            strokeLinecap="round"
            fill="url(#day-chart-fill)"
            dot={false}
            activeDot={{ r: 4.5, fill: "var(--color-accent)", stroke: "var(--color-surface)", strokeWidth: 2 }}
            isAnimationActive={false}
          />
          {openName !== undefined && (
            <Line
              dataKey="open"
              type="linear"
              stroke="var(--color-accent)"
              strokeWidth={2}
              strokeDasharray="0.5 4.5"
              strokeLinecap="round"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          )}
          {openName !== undefined && end && (
            <ReferenceDot x={end.start} y={end.count} r={4} fill="var(--color-surface)" stroke="var(--color-accent)" strokeWidth={1.75} />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
