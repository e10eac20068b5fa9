import { dayMs } from "../core/day";

const date = String.raw`(?<year>\d{4})(?:-(?<month>\d{2})-(?<day>\d{2})|-?W(?<week>\d{2})-?(?<weekday>[1-7])|-?(?<dayOfYear>\d{3})|(?<month2>\d{2})(?<day2>\d{2}))`;
const time = String.raw`(?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?)?`;
const zone = String.raw`Z|(?<sign>[+-])(?<zoneHour>[01]\d|2[0-3])(?::?(?<zoneMinute>[0-5]\d))?`;
const instant = new RegExp(`^${date}(?:[T ]${time}(?:${zone})?)?$`);
/** For documents, whose readers need no names of groups. */
export const isoPattern = instant.source.replaceAll(/\?<\w+>/g, "?:");

/**
 * Parses an ISO 8601 date or date-time. Without a zone it is UTC; a date alone is 00:00 UTC. Null
 * if it is neither, or outside the years 1 to 9999.
 */
export function parseExpiry(text: string): Date | null {
  const parts = instant.exec(text)?.groups;
  if (!parts) return null;
  const start = startOfDate(parts);
  const ofDay = millisecondsOf(parts);
  if (start === null || ofDay === null) return null;
  const parsed = new Date(start + ofDay - offsetOf(parts));
  const year = parsed.getUTCFullYear();
  return year >= 1 && year <= 9999 ? parsed : null;
}

type Parts = Record<string, string | undefined>;

/** Null for a date that no calendar has, such as 31 April or week 53 of most years. */
function startOfDate({
  year,
  month,
  day,
  month2,
  day2,
  week,
  weekday,
  dayOfYear,
}: Parts): number | null {
  if (week !== undefined) return startOfWeekDate(Number(year), Number(week), Number(weekday));
  if (dayOfYear !== undefined) return startOfOrdinalDate(Number(year), Number(dayOfYear));
  return startOfMonthDate(Number(year), Number(month ?? month2), Number(day ?? day2));
}

function startOfMonthDate(year: number, month: number, day: number): number | null {
  const start = utc(year, month - 1, day);
  const found = new Date(start);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? start : null;
}

function startOfOrdinalDate(year: number, day: number): number | null {
  const start = utc(year, 0, day);
  return day > 0 && start < utc(year + 1, 0, 1) ? start : null;
}

/** Week 1 is the one with 4 January, and weeks begin on Monday (ISO 8601). */
function startOfWeekDate(year: number, week: number, weekday: number): number | null {
  const firstMonday = mondayOf(utc(year, 0, 4));
  const start = firstMonday + ((week - 1) * 7 + weekday - 1) * dayMs;
  return week > 0 && mondayOf(start) < mondayOf(utc(year + 1, 0, 4)) ? start : null;
}

function mondayOf(time: number): number {
  return time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs;
}

/** `Date.UTC` takes years below 100 for 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** 24:00 is the end of the day. Parts of a second after the third digit are cut off. */
function millisecondsOf({
  hour = "0",
  minute = "0",
  second = "0",
  fraction = "",
}: Parts): number | null {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const total =
    ((hours * 60 + minutes) * 60 + seconds) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  const isReal = minutes < 60 && seconds < 60 && (hours < 24 || total === dayMs);
  return isReal ? total : null;
}

function offsetOf({ sign, zoneHour = "0", zoneMinute = "0" }: Parts): number {
  return (sign === "-" ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
}
