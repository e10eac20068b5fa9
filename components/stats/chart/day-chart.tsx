import { useTexts } from "#texts";
import { readableZone } from "@/lib/core/time-zone";
import { CardNote, CardTitle } from "../../ui/card";
import type { ChartData } from "./chart-points";
import { type ChartProps, ChartSwitch } from "./chart-switch";
import { SeriesName } from "./series-name";

/**
 * A chart of counts over time with a header: legend, `actions`, pictures of the chart, and a button
 * that shows the same data as a table. Place it in a card.
 */
export function DayChart(props: ChartProps) {
  const { title, timeZone = "UTC" } = props;
  const heading = (
    <>
      <CardTitle>{title}</CardTitle>
      <CardNote className="truncate">{readableZone(timeZone)}</CardNote>
    </>
  );
  return <ChartSwitch {...props} heading={heading} legend={<Legend {...props} />} />;
}

/** Beside the title; below it on narrow screens. */
function Legend({ before, beforeName, openName, name, other, points }: ChartData) {
  const t = useTexts("stats.chart");
  return (
    <div
      aria-hidden
      className="ms-auto flex flex-wrap items-center gap-x-4 text-label text-secondary max-lg:order-last max-lg:ms-0 max-lg:basis-full in-data-peek:order-last in-data-peek:ms-0! in-data-peek:basis-full [&>span]:flex [&>span]:items-center [&>span]:gap-1.5 [&>span]:whitespace-nowrap"
    >
      <span>
        <Stroke className="stroke-accent" width={1.75} />
        {other ? <SeriesName name={name} points={points} /> : name}
      </span>
      {other && (
        <span>
          <Stroke className="stroke-chart-other" width={1.75} dashes="5 3" />
          <SeriesName {...other} />
        </span>
      )}
      {before && (
        <span>
          <Stroke className="stroke-control" width={1.25} dashes="4 4" />
          {beforeName}
        </span>
      )}
      {openName && (
        <span>
          <svg width="8" height="8" aria-hidden="true" className="stroke-accent">
            <circle cx="4" cy="4" r="3" strokeWidth="1.75" fill="none" />
          </svg>
          {t.rich("soFar", { name: openName, rest: (text) => text })}
        </span>
      )}
    </div>
  );
}

function Stroke({
  className,
  width,
  dashes,
}: {
  className: string;
  width: number;
  dashes?: string;
}) {
  return (
    <svg width="16" height="8" aria-hidden="true" className={className}>
      <path d="M0 4H16" strokeWidth={width} strokeDasharray={dashes} strokeLinecap="round" />
    </svg>
  );
}
