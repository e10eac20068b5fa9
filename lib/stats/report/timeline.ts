import {
  type DateRange,
  type Dates,
  datesBefore,
  datesOf,
  storedDays,
} from "../../core/date-range";
import { dayMs, hourMs } from "../../core/day";
import { addDays, localDate, toLocal } from "../../core/local-time";
import type { ChartName, Subject } from "../query/page-query";
import { type Interval, startOf } from "../query/series";

/**
 * A count from `start` on. `end`: the last day counted, unless that is all of the week or month.
 */
interface TimelinePoint {
  start: string;
  count: number;
  end?: string;
}

/**
 * What a chart shows. It starts when its link or first link was created, and ends now or with the
 * range.
 */
export interface Timeline {
  interval: Interval;
  points: TimelinePoint[];
  /**
   * The comparison, with one entry for each of `points`: null before the link existed. Null if
   * there is none at all.
   */
  before: (TimelinePoint | null)[] | null;
  /** Starts of intervals to come until the link expires. */
  upcoming: string[];
  /** The range, and the one it is compared with. */
  dates: Dates;
  earlier: Dates | null;
  /** Whether the last point is still in progress. */
  isOpen: boolean;
  /** The time zone in which the days of the points begin. */
  timeZone: string;
}

interface Counted {
  dateRange: DateRange;
  days: readonly (Counts & { date: string })[];
  visitorDays?: readonly { date: string; uniqueVisitors: number }[];
  /** By hour, if the chart is. */
  series: readonly (Counts & { start: string })[];
}

/** Visitors may be missing where the chart does not show them. */
interface Counts {
  clicks: number;
  uniqueVisitors?: number | null;
}

interface TimelineRequest {
  report: Counted & { previous: Counted | null };
  subject: Pick<Subject, "createdAt" | "expiresAt">;
  chart: ChartName;
  interval: Interval;
  /** Bot hits by date. */
  botHits: ReadonlyMap<string, number>;
  now: Date;
}

/**
 * Bot hits are stored by UTC day, so their chart has no hours. Visitors are counted by UTC day too.
 */
export function timelineOf(request: TimelineRequest): Timeline {
  const { report, subject, chart, now } = request;
  const interval = chart === "bots" && request.interval === "hour" ? "day" : request.interval;
  const createdAt = new Date(subject.createdAt);
  const timeZone = chart === "clicks" || interval === "hour" ? report.dateRange.timeZone : "UTC";
  const [born, today] = [createdAt, now].map((at) => localDate(at, timeZone)) as [string, string];
  const lived = ({ start }: TimelinePoint) =>
    interval === "hour"
      ? Date.parse(start) > createdAt.getTime() - hourMs && Date.parse(start) <= now.getTime()
      : start >= born && start <= today;
  const earlierOf = comparisonOf(request, interval, timeZone);
  const groups = new Map<string, Group>();
  for (const unit of unitsOf(request, interval, report).filter(lived)) {
    const key =
      interval === "week" || interval === "month"
        ? startOf(unit.start, interval).slice(0, 10)
        : unit.start;
    const group = groups.get(key) ?? { units: [], earlier: new Set(), isCompared: true };
    const earlier = earlierOf(unit).filter(lived);
    group.units.push(unit);
    group.isCompared &&= earlier.length > 0;
    for (const each of earlier) group.earlier.add(each);
    groups.set(key, group);
  }
  const isOpen = report.dateRange.until > now;
  const points = [...groups].map(([key, group], index) =>
    sumOf(group.units, key, interval, isOpen && index === groups.size - 1),
  );
  const compared = [...groups.values()].map((group) =>
    group.isCompared ? sumOf([...group.earlier], null, interval, false) : null,
  );
  return {
    interval,
    points,
    dates: datesIn(report.dateRange),
    earlier: report.previous && datesIn(report.previous.dateRange),
    before: compared.some((point) => point !== null) ? compared : null,
    upcoming:
      isOpen && interval === "day" ? upcomingOf(subject, points.length, today, timeZone) : [],
    isOpen,
    timeZone,
  };
}

function datesIn({ from, to }: DateRange): Dates {
  return { from, to };
}

interface Group {
  units: TimelinePoint[];
  /** What they are compared with. Several units may share one. */
  earlier: Set<TimelinePoint>;
  /** Whether each of them is compared. */
  isCompared: boolean;
}

function unitsOf(
  { chart, botHits, now }: TimelineRequest,
  interval: Interval,
  counts: Counted,
): TimelinePoint[] {
  if (interval === "hour")
    return counts.series.map(({ start, clicks, uniqueVisitors }) => ({
      start,
      count: chart === "clicks" ? clicks : (uniqueVisitors ?? 0),
    }));
  if (chart === "clicks")
    return counts.days.map(({ date, clicks }) => ({ start: date, count: clicks }));
  if (chart === "bots")
    return datesOf(storedDays(counts.dateRange, now)).map((date) => ({
      start: date,
      count: botHits.get(date) ?? 0,
    }));
  return (counts.visitorDays ?? []).map(({ date, uniqueVisitors }) => ({
    start: date,
    count: uniqueVisitors,
  }));
}

/**
 * Finds what a unit is compared with, by its day of the range and its local hour: when clocks
 * change, the earlier range may have one more hour, or a part of one more UTC day.
 */
function comparisonOf(
  request: TimelineRequest,
  interval: Interval,
  timeZone: string,
): (unit: TimelinePoint) => TimelinePoint[] {
  const { dateRange, previous } = request.report;
  if (!previous || request.chart === "bots") return () => [];
  const nameOf = ({ start }: TimelinePoint) =>
    interval === "hour" ? toLocal(new Date(start), timeZone).toISOString().slice(0, 13) : start;
  const byName = new Map(
    unitsOf(request, interval, previous).map((unit) => [nameOf(unit), unit] as const),
  );
  const isLong = interval === "week" || interval === "month";
  return (unit) => {
    const name = nameOf(unit);
    const dates = datesBefore(name.slice(0, 10), dateRange, previous.dateRange);
    return dates
      .slice(0, isLong ? dates.length : 1)
      .flatMap((date) => byName.get(`${date}${name.slice(10)}`) ?? []);
  };
}

/**
 * `key`: the start of the whole interval; null for another period of the same length. `isOpen`: it
 * is in progress.
 */
function sumOf(
  units: TimelinePoint[],
  key: string | null,
  interval: Interval,
  isOpen: boolean,
): TimelinePoint {
  const [start = "", end = ""] = [units[0]?.start, units.at(-1)?.start];
  const count = units.reduce((sum, unit) => sum + unit.count, 0);
  const isWhole =
    interval === "hour" ||
    interval === "day" ||
    (start === key && (isOpen || isLastDay(end, key, interval)));
  return isWhole ? { start, count } : { start, count, end };
}

function isLastDay(date: string, key: string, interval: "week" | "month"): boolean {
  return !startOf(addDays(date, 1), interval).startsWith(key);
}

/** The days after `today` until a link expires, if they are not more than those behind it. */
function upcomingOf(
  { expiresAt }: TimelineRequest["subject"],
  most: number,
  today: string,
  timeZone: string,
): string[] {
  if (expiresAt === null) return [];
  const last = localDate(new Date(Date.parse(expiresAt) - 1), timeZone);
  const count = (Date.parse(last) - Date.parse(today)) / dayMs;
  if (count < 1 || count > most) return [];
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1));
}
