import { utc } from "@date-fns/utc";
import { isValid, parseISO } from "date-fns";

/** A whole calendar, week or ordinal date; `parseISO` alone would take a bare century or year. */
const wholeDate = /^\d{4}(-\d{2}-\d{2}|-W\d{2}-\d|-\d{3}|\d{4}|W\d{3}|\d{3})(?:[T ]|$)/;

/**
 * Reads an ISO 8601 date or date-time. Without a zone it is UTC; a date alone is 00:00 UTC.
 * Null when it is neither, or outside the years 1 to 9999.
 */
export function parseExpiry(text: string): Date | null {
  if (!wholeDate.test(text)) return null;
  const date = new Date(parseISO(text, { in: utc }).getTime());
  if (!isValid(date)) return null;
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}

/** Whether a link with this expiry has expired; the moment itself counts as over. */
export function isExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}
