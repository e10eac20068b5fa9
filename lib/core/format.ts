import { dayMs } from "./day";

/** Viewers choose the locale, so the cache needs a bound. */
const mostFormats = 200;

/**
 * Caches formatters by locale and options: creating one takes fifty times as long as using it, and
 * a page uses hundreds.
 */
function remembering<Options, Format>(
  make: (locale: string, options: Options) => Format,
): typeof make {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known) return known;
    if (made.size >= mostFormats) made.clear();
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}

const numberFormat = remembering(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const dateFormat = remembering(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export function formatNumber(value: number, locale: string): string {
  return numberFormat(locale, {}).format(value);
}

/** As in `1,204 links` and `1 link`. */
export function count(number: number, noun: string): string {
  return `${formatNumber(number, "en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** More links than these that match a search are not counted. */
export const mostCounted = 10_000;

/** The number of links that match a search `q`, or of all links if that is empty. */
export function formatMatches(count: number, q: string, locale: string): string {
  return q !== "" && count > mostCounted
    ? `${formatNumber(mostCounted, locale)}+`
    : formatNumber(count, locale);
}

/** A fraction as a whole percentage; `<1%` for anything that would round to 0. */
export function formatShare(part: number, whole: number, locale: string): string {
  const share = whole === 0 ? 0 : part / whole;
  if (share > 0 && share < 0.01) return "<1%";
  return numberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

interface DayOptions {
  /** Whether to show the year: `always`, or only if it differs from the year of this date. */
  year: "always" | Date;
  weekday?: boolean;
  timeZone?: string;
}

/**
 * `19 Nov`; with year `19 Nov 2026`; with weekday `Thu 19 Nov`. UTC unless a time zone is given.
 */
export function formatDay(
  at: Date,
  { year, weekday = false, timeZone = "UTC" }: DayOptions,
): string {
  const parts: Intl.DateTimeFormatOptions = { timeZone, day: "numeric", month: "short" };
  if (year === "always" || yearOf(at, timeZone) !== yearOf(year, timeZone)) parts.year = "numeric";
  if (weekday) parts.weekday = "short";
  return dateFormat("en-GB", parts).format(at).replace("Sept", "Sep").replace(",", "");
}

function yearOf(at: Date, timeZone: string): string {
  return dateFormat("en-GB", { timeZone, year: "numeric" }).format(at);
}

/** `14:20`, in UTC unless a time zone is given. */
export function formatTime(at: Date, timeZone = "UTC"): string {
  return dateFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at);
}

/**
 * `19 Nov, 14:20 UTC`, with the year if it is not the year of `now` in that time zone. Other time
 * zones are shown by offset: `GMT+1`.
 */
export function formatInstant(at: Date, now: Date, timeZone = "UTC"): string {
  return `${formatDay(at, { year: now, timeZone })}, ${formatTime(at, timeZone)} ${zoneName(at, timeZone)}`;
}

/** `UTC`, or another zone by its offset at this time: `GMT+1`. */
export function zoneName(at: Date, timeZone: string): string {
  const parts = dateFormat("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(at);
  return timeZone === "UTC"
    ? "UTC"
    : (parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone);
}

const minute = 60_000;
const hour = 60 * minute;
const month = 30.44 * dayMs;

/** Time since `at`, in short form: `now`, `5 min`, `3 h`, `12 d`, `4 mo`, `2 y`. */
export function formatAge(at: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - at.getTime());
  if (ms < minute) return "now";
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hour)} h`;
  if (ms < 2 * month) return `${Math.floor(ms / dayMs)} d`;
  if (ms < 12 * month) return `${Math.floor(ms / month)} mo`;
  return `${Math.floor(ms / (12 * month))} y`;
}

/** As in `5 min ago`, `3 d ago`, and `just now` for what is younger than `exactMs`. */
export function formatAgo(at: Date | string, now: Date, exactMs = minute): string {
  const date = new Date(at);
  return now.getTime() - date.getTime() < exactMs ? "just now" : `${formatAge(date, now)} ago`;
}

/**
 * Time until `at` in words: `in 25 minutes`, `in 28 hours`, `in 3 days`. Up to two days are given
 * in hours.
 */
export function formatUntil(at: Date, now: Date): string {
  const ms = Math.max(0, at.getTime() - now.getTime());
  if (ms < hour) return inUnits(Math.max(1, Math.round(ms / minute)), "minute");
  if (ms < 2 * dayMs) return inUnits(Math.round(ms / hour), "hour");
  return inUnits(Math.round(ms / dayMs), "day");
}

function inUnits(count: number, unit: string): string {
  return `in ${count} ${unit}${count === 1 ? "" : "s"}`;
}
