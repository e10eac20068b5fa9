import { dayMs } from "../../core/day";
import { median } from "../../core/median";

export interface UnusualDay {
  date: string;
  clicks: number;
  /** The median that it stands out from. */
  usual: number;
}

/** Days before a day that are read to judge it. */
export const usualDays = 8 * 7;
const leastWeekdays = 4;
const leastDays = 7;
const times = 3;
const leastDifference = 20;
/** More would not be unusual. */
const most = 3;

/**
 * Days with at least three times the usual clicks and 20 more, the most unusual ones, oldest first.
 * Usual is the median of the same weekday in the eight weeks before, if there were four of them.
 * For a younger link it is the larger of that median and the median of all days before, of which
 * there must be seven. `clicks` by date; dates without clicks may be missing. `since`: the first
 * whole day of the link.
 */
export function findUnusualDays(
  clicks: ReadonlyMap<string, number>,
  dates: readonly string[],
  since: Date,
): UnusualDay[] {
  const dayOf = (date: string) => Date.parse(date) / dayMs;
  const firstDay = since.getTime() / dayMs;
  const byDay = new Map([...clicks].map(([date, count]) => [dayOf(date), count]));
  /**
   * Clicks of the days before `day`, `step` days apart, as far back as `usualDays` and the age of
   * the link allow.
   */
  const before = (day: number, step: number) => {
    const counts: number[] = [];
    for (let at = day - step; at >= Math.max(firstDay, day - usualDays); at -= step)
      counts.push(byDay.get(at) ?? 0);
    return counts;
  };
  const usualOn = (day: number): number | null => {
    const weekdays = before(day, 7);
    if (weekdays.length >= leastWeekdays) return median(weekdays);
    const all = before(day, 1);
    return all.length < leastDays ? null : Math.max(median(weekdays), median(all));
  };
  const found = dates.flatMap((date) => {
    const usual = usualOn(dayOf(date));
    const count = clicks.get(date) ?? 0;
    return usual !== null && count >= times * usual && count - usual >= leastDifference
      ? [{ date, clicks: count, usual }]
      : [];
  });
  const excess = ({ clicks: count, usual }: UnusualDay) => count / Math.max(1, usual);
  const first = found.toSorted((a, b) => excess(b) - excess(a)).slice(0, most);
  return found.filter((day) => first.includes(day));
}
