import { dateFormat, numberFormat, relativeFormat } from "../texts/intl-formats";
import { dayMs } from "./day";

export function formatNumber(value: number, locale: string): string {
  return numberFormat(locale, {}).format(value);
}

/** Such as `1–50`. */
export function formatRange(first: number, last: number, locale: string): string {
  // A range of one number is marked as approximate.
  return first === last
    ? formatNumber(first, locale)
    : numberFormat(locale, {}).formatRange(first, last);
}

/** More links than these that match a search are not counted. */
export const mostCounted = 2_000;

/** The number of links that match a search, or of all links without one. */
export function formatMatches(
  count: number,
  { q, destination = "" }: { q: string; destination?: string | undefined },
  locale: string,
): string {
  return (q !== "" || destination !== "") && count > mostCounted
    ? `${formatNumber(mostCounted, locale)}+`
    : formatNumber(count, locale);
}

/** A fraction as a whole percentage; `<1%` for anything that would round to 0. */
export function formatShare(part: number, whole: number, locale: string): string {
  const share = whole === 0 ? 0 : part / whole;
  const format = numberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  if (share === 0 || share >= 0.01) return format.format(share);
  const least = format.format(0.01);
  // Arabic writes percentages from left to right, and marks that.
  return `${least.includes("\u200e") ? "\u200e" : ""}<${least}`;
}

interface DayOptions {
  /** Whether to show the year: `always`, or only if it differs from the year of this date. */
  year: "always" | Date;
  weekday?: boolean;
  timeZone?: string;
  locale?: string;
}

/**
 * English dates are those of Britain, day first and 24 hours, whatever the region: one form, which
 * nobody takes for another day.
 */
const dateLocale = (locale: string) => (isEnglish(locale) ? "en-GB" : locale);
const isEnglish = (locale: string) => /^en\b/.test(locale);

/**
 * `19 Nov`; with year `19 Nov 2026`; with weekday `Thu 19 Nov`. UTC unless a time zone is given.
 */
export function formatDay(
  at: Date,
  { year, weekday = false, timeZone = "UTC", locale = "en" }: DayOptions,
): string {
  const parts: Intl.DateTimeFormatOptions = { timeZone, day: "numeric", month: "short" };
  if (year === "always" || yearOf(at, timeZone) !== yearOf(year, timeZone)) parts.year = "numeric";
  if (weekday) parts.weekday = "short";
  const day = dateFormat(dateLocale(locale), parts).format(at);
  return isEnglish(locale) ? day.replace("Sept", "Sep").replace(",", "") : day;
}

/** `Nov`; with year `Nov 2026`. UTC. */
export function formatMonth(at: Date, { year, locale = "en" }: DayOptions): string {
  const parts: Intl.DateTimeFormatOptions = { timeZone: "UTC", month: "short" };
  if (year === "always" || yearOf(at, "UTC") !== yearOf(year, "UTC")) parts.year = "numeric";
  const month = dateFormat(dateLocale(locale), parts).format(at);
  return isEnglish(locale) ? month.replace("Sept", "Sep") : month;
}

function yearOf(at: Date, timeZone: string): string {
  return dateFormat("en-GB", { timeZone, year: "numeric" }).format(at);
}

/** Names of the days of a week from Monday on. */
export function weekdayNames(style: "long" | "short", locale: string): string[] {
  const format = dateFormat(dateLocale(locale), { weekday: style, timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2024, 0, 1 + day))));
}

/** `14:20`, in UTC unless a time zone is given. */
export function formatTime(at: Date, timeZone = "UTC", locale = "en"): string {
  return dateFormat(dateLocale(locale), {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

/**
 * `19 Nov, 14:20 UTC`, with the year if it is not the year of `now` in that time zone. Other time
 * zones are shown by offset: `GMT+1`.
 */
export function formatInstant(at: Date, now: Date, timeZone = "UTC", locale = "en"): string {
  const day = formatDay(at, { year: now, timeZone, locale });
  return `${day}${comma(locale)}${formatTime(at, timeZone, locale)} ${zoneName(at, timeZone)}`;
}

/** Between a day and a time. */
function comma(locale: string): string {
  if (/^(ja|zh)\b/.test(locale)) return " ";
  return /^ar\b/.test(locale) ? "، " : ", ";
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

const shortUnits = { minute: "min", hour: "h", day: "d", month: "mo", year: "y" } as const;
type Unit = keyof typeof shortUnits;

/** The largest unit of the time since `at`, and how many are over; null below a minute. */
export function ageBetween(at: Date, now: Date): { number: number; unit: Unit } | null {
  return inLargestUnit(Math.max(0, now.getTime() - at.getTime()));
}

function inLargestUnit(ms: number): { number: number; unit: Unit } | null {
  if (ms < minute) return null;
  if (ms < hour) return { number: Math.floor(ms / minute), unit: "minute" };
  if (ms < dayMs) return { number: Math.floor(ms / hour), unit: "hour" };
  if (ms < 2 * month) return { number: Math.floor(ms / dayMs), unit: "day" };
  if (ms < 12 * month) return { number: Math.floor(ms / month), unit: "month" };
  return { number: Math.floor(ms / (12 * month)), unit: "year" };
}

/** Time since `at`, in short form: `now`, `5 min`, `3 h`, `12 d`, `4 mo`, `2 y`. */
export function formatAge(at: Date, now: Date, locale = "en"): string {
  const age = ageBetween(at, now);
  if (age === null) return nowIn(locale);
  const { number, unit } = age;
  if (isEnglish(locale)) return `${number} ${shortUnits[unit]}`;
  return numberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(number);
}

/**
 * As in `5 min ago`, `3 d ago`, and `just now` for what is younger than `exactMs`. Other languages
 * spell the unit out: their short forms end with a full stop or stand for two units.
 */
export function formatAgo(at: Date | string, now: Date, exactMs = minute, locale = "en"): string {
  const date = new Date(at);
  const ms = now.getTime() - date.getTime();
  if (isEnglish(locale)) return ms < exactMs ? "just now" : `${formatAge(date, now)} ago`;
  const age = ms < exactMs ? null : inLargestUnit(ms);
  if (age === null) return nowIn(locale);
  return relativeFormat(locale, {}).format(-age.number, age.unit);
}

const nowIn = (locale: string) => relativeFormat(locale, { numeric: "auto" }).format(0, "second");

/**
 * Time until `at` in words: `in 25 minutes`, `in 28 hours`, `in 3 days`. Up to two days are given
 * in hours.
 */
export function formatUntil(at: Date, now: Date, locale = "en"): string {
  const { count, unit } = spanUntil(at, now);
  return relativeFormat(locale, {}).format(count, unit);
}

/** From `now` to `at` in the largest unit that says it well, at least a minute. */
export function spanUntil(at: Date, now: Date): { count: number; unit: "minute" | "hour" | "day" } {
  const ms = Math.max(0, at.getTime() - now.getTime());
  if (ms < hour) return { count: Math.max(1, Math.round(ms / minute)), unit: "minute" };
  if (ms < 2 * dayMs) return { count: Math.round(ms / hour), unit: "hour" };
  return { count: Math.round(ms / dayMs), unit: "day" };
}
