import { isValid, parseISO } from "date-fns";

/** A whole calendar, week or ordinal date; `parseISO` alone would take a bare century or year. */
const wholeDate = /^\d{4}(-\d{2}-\d{2}|-W\d{2}-\d|-\d{3}|\d{4}|W\d{3}|\d{3})(?:[T ](.+))?$/;
const zone = /(Z|[+-]\d{2}(:?\d{2})?)$/;

/**
 * Reads an ISO 8601 date or date-time. Without a zone it is UTC; a date alone is 00:00 UTC.
 * Null when it is neither, or outside the years 1 to 9999.
 */
export function parseExpiry(text: string): Date | null {
  const match = wholeDate.exec(text);
  if (!match) return null;
  const time = match[2];
  const date = parseISO(time === undefined ? `${text}T00:00Z` : zone.test(time) ? text : `${text}Z`);
  const year = isValid(date) ? date.getUTCFullYear() : 0;
  return year >= 1 && year <= 9999 ? date : null;
}

/** Whether a link with this expiry has expired; the moment itself counts as over. */
export function isExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}
