import { useTexts } from "#texts";
import { formatNumber, formatShare } from "@/lib/core/format";
import { Delta } from "../delta";
import { type ChartData, type ChartPoint, fullName } from "./chart-points";

/** A point with the values that the chart's series read. */
export interface DrawnPoint extends Omit<ChartPoint, "count"> {
  /** Null after the last point. */
  count: number | null;
  before: ChartPoint | null;
  beforeCount: number | null;
  otherCount: number | null;
  otherClosed: number | null;
  /** The count of a completed point. */
  closed: number | null;
}

/** Tooltip of a point: value, change and share of the period. */
export function ChartTip({
  point,
  total,
  otherName,
  interval,
  timeZone,
  isOpen,
  marks,
  locale,
}: {
  point: DrawnPoint;
  total: number;
  /** Number of points in the period. */
  /** Of another link or tag in the chart. */
  otherName: string | undefined;
  interval: NonNullable<ChartData["interval"]>;
  timeZone: string | undefined;
  isOpen: boolean;
  /** What happened meanwhile. */
  marks: readonly string[];
  locale: string;
}) {
  const t = useTexts("stats.chart");
  const { count, before, otherCount } = point;
  if (count === null) return null;
  const name = fullName(point, interval, { t, locale }, timeZone);
  return (
    <div className="min-w-[188px] rounded-control bg-raised px-3 py-2.5 text-label shadow-overlay max-sm:min-w-[124px]">
      <div className="text-secondary">
        {isOpen ? t.rich("soFar", { name, rest: (text) => text }) : name}
      </div>
      <div className="mt-0.5 mb-2 flex items-baseline justify-between gap-3">
        <b className="font-semibold text-title leading-6 tracking-[-0.015em]">
          {formatNumber(count, locale)}
        </b>
        {before && !isOpen && <Delta now={count} before={before.count} locale={locale} isBare />}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-hairline border-t pt-2">
        {before && (
          <>
            <dt className="text-secondary">
              <span className="sr-only">{t("before")}: </span>
              {fullName(before, interval, { t, locale }, timeZone)}
            </dt>
            <dd className="text-end font-medium tabular-nums">
              {formatNumber(before.count, locale)}
            </dd>
          </>
        )}
        {otherName !== undefined && otherCount !== null && (
          <>
            <dt className="max-w-40 truncate text-secondary">{otherName}</dt>
            <dd className="text-end font-medium tabular-nums">
              {formatNumber(otherCount, locale)}
            </dd>
          </>
        )}
        <dt className="text-secondary">{t("share")}</dt>
        <dd className="text-end font-medium tabular-nums">{formatShare(count, total, locale)}</dd>
      </dl>
      {marks.length > 0 && (
        <ul className="mt-2 max-w-[220px] border-hairline border-t pt-2 text-secondary">
          {marks.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
