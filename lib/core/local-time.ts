import { dayMs, hourMs, isoDate } from "./day";

/** By time zone. Creating one takes fifty times as long as using it. There are some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `11/19/2026, 14:20:00`. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { ...options, timeZone, hourCycle: "h23" });
  formats.set(timeZone, format);
  return format;
}

/** How far local time is ahead of UTC at an instant, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const [month, day, year, hour, minute, second] = formatOf(timeZone)
    .format(ms)
    .split(/\D+/)
    .map(Number) as [number, number, number, number, number, number];
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, and somebody who types a year passes through
  // them.
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  return local.setUTCHours(hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** The offsets of a time zone between two instants: each from its instant on, in milliseconds. */
export function offsetsBetween(
  since: Date,
  until: Date,
  timeZone: string,
): { since: Date; ms: number }[] {
  const found = [{ since, ms: offsetAt(since.getTime(), timeZone) }];
  for (let at = since.getTime(); at < until.getTime(); at += dayMs) {
    const ms = offsetAt(at + dayMs, timeZone);
    const isNew = (instant: number) => offsetAt(instant, timeZone) === ms;
    if (ms !== found.at(-1)?.ms)
      found.push({ since: new Date(firstBetween(at, at + dayMs, isNew)), ms });
  }
  return found;
}

/**
 * The first millisecond after `before` at which `isTrue` holds. It must hold at `after`, and once
 * it holds it must stay so.
 */
function firstBetween(before: number, after: number, isTrue: (instant: number) => boolean): number {
  let [last, first] = [before, after];
  while (first - last > 1) {
    const middle = Math.floor((first + last) / 2);
    if (isTrue(middle)) first = middle;
    else last = middle;
  }
  return first;
}

/** Local time at an instant, written as if it were UTC: `2026-11-19T14:20:00.000Z`. */
export function toLocal(at: Date, timeZone: string): Date {
  return new Date(at.getTime() + offsetAt(at.getTime(), timeZone));
}

export function localDate(at: Date, timeZone: string): string {
  return isoDate(toLocal(at, timeZone));
}

export function addDays(date: string, days: number): string {
  return isoDate(new Date(Date.parse(date) + days * dayMs));
}

/**
 * The instant of a local time that is written as if it were UTC. A time that clocks skip is the
 * instant when they are set forward. Of a time that comes twice it is the first, or the `last`.
 */
export function fromLocal(local: Date, timeZone: string, which: "first" | "last" = "first"): Date {
  const ms = local.getTime();
  // No zone is farther from UTC, and none changes its clocks twice in this time.
  const offsets = [ms - dayMs, ms + dayMs]
    .map((near) => offsetAt(near, timeZone))
    .sort((a, b) => a - b);
  const found = offsets
    .map((offset) => ms - offset)
    .filter((at) => at + offsetAt(at, timeZone) === ms);
  const instant = which === "first" ? Math.min(...found) : Math.max(...found);
  return new Date(
    found.length > 0
      ? instant
      : firstBetween(ms - dayMs, ms + dayMs, (at) => at + offsetAt(at, timeZone) >= ms),
  );
}

/**
 * When a date begins: at the next instant with a later date if clocks skip its midnight or all of
 * it. If clocks are set back across its midnight, it begins the second time.
 */
export function startOfDate(date: string, timeZone: string): Date {
  const midnight = new Date(Date.parse(date));
  if (timeZone === "UTC") return midnight;
  const last = fromLocal(midnight, timeZone, "last");
  // Clocks are set back to midnight within the date itself: Havana.
  return localDate(new Date(last.getTime() - 1), timeZone) < date
    ? last
    : fromLocal(midnight, timeZone);
}

/** The next Friday at 18:00 in a time zone. */
export function endOfWeek(now: Date, timeZone: string): Date {
  const today = localDate(now, timeZone);
  const friday = addDays(today, (5 - new Date(today).getUTCDay() + 7) % 7);
  const evening = (date: string) => fromLocal(new Date(`${date}T18:00Z`), timeZone);
  return evening(friday) > now ? evening(friday) : evening(addDays(friday, 7));
}

/** When each of these consecutive dates begins, and the one after them. */
export function startsOfDates(from: string, days: number, timeZone: string): Date[] {
  const starts = [startOfDate(from, timeZone)];
  for (let index = 1; index <= days; index++) {
    const [before, date] = [starts[index - 1] as Date, addDays(from, index)];
    const offset = offsetAt(before.getTime(), timeZone);
    const at = Date.parse(date) - offset;
    // The same offset a while later, so clocks did not change in between.
    const isSame = offsetAt(at + lookAheadMs, timeZone) === offset;
    starts.push(isSame ? new Date(at) : startOfDate(date, timeZone));
  }
  return starts;
}

const lookAheadMs = 3 * hourMs;
