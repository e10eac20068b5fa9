import {
  type DateRange,
  type Dates,
  monthsBefore,
  monthsBetween,
  rangeOfDates,
} from "./date-range";
import { dayMs, isoDate, startOfMonth } from "./day";
import { addDays } from "./local-time";

export const calendarRanges = ["yesterday", "this-month", "last-month", "year-to-date"] as const;
type CalendarRange = (typeof calendarRanges)[number];

/**
 * A date range as a viewer chose it: a number of days that end today, all time, a part of the
 * calendar, or two dates.
 */
export type RangeChoice = number | "all" | CalendarRange | Dates;

export interface RangeLimits {
  today: string;
  /** All time is from the first date to the last one. */
  first: string;
  last: string;
  timeZone: string;
}

/** The longest range that the API answers, and so the longest that a page shows. */
export const mostDays = 1_830;

/** The days of a choice. They end today at the latest, and are at most five years. */
export function chosenRange(choice: RangeChoice, limits: RangeLimits): DateRange {
  const { from, to } = datesOfChoice(choice, limits);
  const last = earlier(to, limits.today);
  const first = later(from, addDays(last, 1 - mostDays));
  return rangeOfDates(earlier(first, last), last, limits.timeZone);
}

/**
 * The neighbouring range: one of whole months moves by as many months, any other by its length.
 * Null if there is none: after today, before the first date, and for all time.
 */
export function neighbouringRange(
  choice: RangeChoice,
  direction: "before" | "after",
  limits: RangeLimits,
): RangeChoice | null {
  if (choice === "all") return null;
  const asked = datesOfChoice(choice, limits);
  const { from, to } = asked.from > limits.today ? chosenRange(choice, limits) : asked;
  const sign = direction === "before" ? -1 : 1;
  const months = wholeMonthsOf({ from, to });
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const moved =
    months > 0
      ? {
          from: monthStart(from, sign * months),
          to: addDays(monthStart(from, sign * months + months), -1),
        }
      : { from: addDays(from, sign * days), to: addDays(to, sign * days) };
  if (moved.from > limits.today || moved.to < limits.first) return null;
  // A name stays true tomorrow, when the page is opened again.
  const isSame = (name: RangeChoice) => {
    const dates = datesOfChoice(name, limits);
    return dates.from === moved.from && dates.to === moved.to;
  };
  return [1, ...calendarRanges, 7, 30, 90, 365].find(isSame) ?? moved;
}

/**
 * The same days of as many months before, if whole months were chosen: all of them, or until the
 * day that today is. Null for any other choice, such as a number of days.
 */
export function sameDaysBefore(choice: RangeChoice, limits: RangeLimits): Dates | null {
  if (typeof choice === "number") return null;
  const { from, to } = datesOfChoice(choice, limits);
  const months = wholeMonthsOf({ from, to });
  // Longer ranges are cut, and those to come have no days.
  if (months === 0 || chosenRange(choice, limits).from !== from) return null;
  return {
    from: monthsBefore(from, months),
    to: to < limits.today ? addDays(from, -1) : monthsBefore(limits.today, months),
  };
}

/** The month and the year in progress count with all their days. */
function datesOfChoice(choice: RangeChoice, { today, first, last }: RangeLimits): Dates {
  if (typeof choice === "number") return { from: addDays(today, 1 - choice), to: today };
  switch (choice) {
    case "all":
      return { from: first, to: last };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "this-month":
      return { from: monthStart(today, 0), to: addDays(monthStart(today, 1), -1) };
    case "last-month":
      return { from: monthStart(today, -1), to: addDays(monthStart(today, 0), -1) };
    case "year-to-date":
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
    default:
      return choice;
  }
}

/**
 * Zero unless the dates are the first day of a month and the last one of the same or a later month.
 */
function wholeMonthsOf({ from, to }: Dates): number {
  const end = addDays(to, 1);
  if (!from.endsWith("-01") || !end.endsWith("-01")) return 0;
  return monthsBetween(from, end);
}

function monthStart(date: string, months: number): string {
  return isoDate(startOfMonth(new Date(date), months));
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
