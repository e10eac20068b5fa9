import { dayMs, isoDate, startOfDay } from "../core/day";
import type { LinkReport, RangeCounts } from "./link-report";
import type { ChartName } from "./page-query";
import { type Interval, startOf } from "./series";

/** A count from `start` on. `end`: the last day counted, unless that is all of the week or month. */
export interface TimelinePoint {
  start: string;
  count: number;
  end?: string;
}

/** What the chart of a link shows. It starts when the link was created, and ends now or with the range. */
export interface Timeline {
  interval: Interval;
  points: TimelinePoint[];
  /** The comparison, with one entry for each of `points`: null before the link existed. Null if there is none at all. */
  before: (TimelinePoint | null)[] | null;
  /** Starts of intervals to come until the link expires. */
  upcoming: string[];
  /** Whether the last point is still in progress. */
  isOpen: boolean;
}

export interface TimelineRequest {
  report: LinkReport;
  chart: ChartName;
  interval: Interval;
  /** Bot hits by date. */
  botHits: ReadonlyMap<string, number>;
  now: Date;
}

const hourMs = 3_600_000;

/** Bot hits are stored by day, so their chart has no hours. */
export function timelineOf({ report, chart, interval: wanted, botHits, now }: TimelineRequest): Timeline {
  const interval = chart === "bots" && wanted === "hour" ? "day" : wanted;
  const createdAt = new Date(report.link.createdAt);
  const born = interval === "hour" ? Math.floor(createdAt.getTime() / hourMs) * hourMs : startOfDay(createdAt).getTime();
  const unitsOf = (counts: RangeCounts): TimelinePoint[] => {
    const hoursOrDays = interval === "hour" ? counts.series : counts.days.map(({ date, ...rest }) => ({ start: date, ...rest }));
    if (chart === "bots") return hoursOrDays.map(({ start }) => ({ start, count: botHits.get(start) ?? 0 }));
    return hoursOrDays.map(({ start, clicks, uniqueVisitors }) => ({ start, count: chart === "clicks" ? clicks : uniqueVisitors }));
  };
  const lived = ({ start }: TimelinePoint) => Date.parse(start) >= born && Date.parse(start) <= now.getTime();
  const earlier = report.previous && chart !== "bots" ? unitsOf(report.previous) : [];
  const groups = new Map<string, { units: TimelinePoint[]; earlier: TimelinePoint[] }>();
  for (const [index, unit] of unitsOf(report).entries()) {
    if (!lived(unit)) continue;
    const key = interval === "week" || interval === "month" ? startOf(unit.start, interval).slice(0, 10) : unit.start;
    const group = groups.get(key) ?? { units: [], earlier: [] };
    group.units.push(unit);
    group.earlier.push(...earlier.slice(index, index + 1).filter(lived));
    groups.set(key, group);
  }
  const isOpen = report.dateRange.until > now;
  const points = [...groups].map(([key, group], index) => sumOf(group.units, key, interval, isOpen && index === groups.size - 1));
  const before = [...groups.values()].map((group) =>
    group.earlier.length === group.units.length ? sumOf(group.earlier, null, interval, false) : null,
  );
  return {
    interval,
    points,
    before: before.some((point) => point !== null) ? before : null,
    upcoming: upcomingOf(report, interval, points, now),
    isOpen,
  };
}

/** `key`: the start of the whole interval; null for another period of the same length. `isOpen`: it is in progress. */
function sumOf(units: TimelinePoint[], key: string | null, interval: Interval, isOpen: boolean): TimelinePoint {
  const [start = "", end = ""] = [units[0]?.start, units.at(-1)?.start];
  const count = units.reduce((sum, unit) => sum + unit.count, 0);
  const isWhole = interval === "hour" || interval === "day" || (start === key && (isOpen || isLastDay(end, key, interval)));
  return isWhole ? { start, count } : { start, count, end };
}

function isLastDay(date: string, key: string, interval: "week" | "month"): boolean {
  return !startOf(isoDate(new Date(Date.parse(date) + dayMs)), interval).startsWith(key);
}

/** The days until a link expires, if the range ends today and they are not more than those behind it. */
function upcomingOf({ link, dateRange }: LinkReport, interval: Interval, points: readonly TimelinePoint[], now: Date): string[] {
  if (interval !== "day" || link.expiresAt === null || dateRange.until <= now) return [];
  const count = Math.ceil((Date.parse(link.expiresAt) - dateRange.until.getTime()) / dayMs);
  if (count < 1 || count > points.length) return [];
  return Array.from({ length: count }, (_, index) => isoDate(new Date(dateRange.until.getTime() + index * dayMs)));
}
