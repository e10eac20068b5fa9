import { fromLocal } from "@/lib/core/local-time";

/** Within the years that an input accepts, in every time zone. */
export const latestInstant = new Date("9999-12-30T23:59Z");

/**
 * The value of a `datetime-local` input in UTC, from that in a time zone. Null if it is no date,
 * such as while a year is typed.
 */
export function utcOf(text: string, timeZone: string): string | null {
  if (text === "") return "";
  const local = new Date(`${text}Z`);
  return local <= latestInstant ? toControl(fromLocal(local, timeZone)) : null;
}

/** The input value of a date, to the minute. */
export function toControl(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** The input value in the format of the API; null means never. */
export function fromControl(value: string): string | null {
  return value ? `${value}:00Z` : null;
}
