import { dayMs } from "../core/day";
import { median } from "../core/median";

export interface UnusualDay {
  date: string;
  clicks: number;
  /** The median that it stands out from. */
  usual: number;
}

const weeks = 8;
/** Days before a day that are read to judge it. */
export const usualDays = weeks * 7;
const leastWeekdays = 4;
const leastDays = 7;
const times = 3;
const leastDifference = 20;
/** More would not be unusual. */
const most = 3;

/**
 * Days with at least three times the usual clicks and 20 more, the most unusual ones, oldest first. Usual is the median of
 * the same weekday in the eight weeks before, if there were four of them. For a younger link it is the larger of that
 * median and the median of all days before, of which there must be seven. `clicks` by date; dates without clicks may be
 * missing. `since`: the first whole day of the link.
 */
export function findUnusualDays(clicks: ReadonlyMap<string, number>, dates: readonly string[], since: Date): UnusualDay[] {
  const before = (date: string, days: number) => {
    const at = Date.parse(date) - days * dayMs;
    return at >= since.getTime() ? [clicks.get(new Date(at).toISOString().slice(0, 10)) ?? 0] : [];
  };
  const found = dates.flatMap((date) => {
    const weekdays = Array.from({ length: weeks }, (_, index) => (index + 1) * 7).flatMap((days) => before(date, days));
    const all = Array.from({ length: usualDays }, (_, index) => index + 1).flatMap((days) => before(date, days));
    if (weekdays.length < leastWeekdays && all.length < leastDays) return [];
    const usual = weekdays.length < leastWeekdays ? Math.max(median(weekdays), median(all)) : median(weekdays);
    const count = clicks.get(date) ?? 0;
    return count >= times * usual && count - usual >= leastDifference ? [{ date, clicks: count, usual }] : [];
  });
  const excess = ({ clicks: count, usual }: UnusualDay) => count / Math.max(1, usual);
  const first = found.toSorted((a, b) => excess(b) - excess(a)).slice(0, most);
  return found.filter((day) => first.includes(day));
}
