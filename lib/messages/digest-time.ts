import { isoDate } from "../core/day";
import { addDays, fromLocal, localDate } from "../core/local-time";

/** When a receiver gets the weekly digest. */
export type DigestTime = {
  /** 1 is Monday, 7 Sunday. */
  day: number;
  hour: number;
  timeZone: string;
};

export const usualDigestTime: DigestTime = { day: 1, hour: 8, timeZone: "UTC" };

/** The latest time at or before `now`, with its date there. */
export function lastDigestTime(
  { day, hour, timeZone }: DigestTime,
  now: Date,
): { date: string; at: Date } {
  const today = localDate(now, timeZone);
  for (let ago = 0; ; ago++) {
    const date = addDays(today, -ago);
    if ((new Date(date).getUTCDay() || 7) !== day) continue;
    const at = fromLocal(new Date(Date.parse(date) + hour * 3_600_000), timeZone);
    if (at <= now) return { date: isoDate(new Date(date)), at };
  }
}
