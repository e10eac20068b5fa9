import { getISOWeeksInYear, isValid, parseISO } from "date-fns";

const date = String.raw`(?<year>\d{4})(?:-\d{2}-\d{2}|-?W(?<week>\d{2})-?\d|-\d{3}|\d{4}|\d{3})`;
const time = String.raw`\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?`;
const zone = String.raw`Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?`;

/** `parseISO` alone would accept a bare century, ignore anything after the zone and accept week 53 in any year. */
const instant = new RegExp(`^${date}(?:[T ](?<time>${time})(?<zone>${zone})?)?$`);

/**
 * Parses an ISO 8601 date or date-time. Without a zone it is UTC; a date alone is 00:00 UTC. Null if it is neither, or
 * outside the years 1 to 9999.
 */
export function parseExpiry(text: string): Date | null {
  const parts = instant.exec(text)?.groups;
  if (!parts || Number(parts.week ?? 1) > getISOWeeksInYear(new Date(Number(parts.year), 5, 1))) return null;
  const parsed = parseISO(parts.time === undefined ? `${text}T00:00Z` : parts.zone === undefined ? `${text}Z` : text);
  const year = isValid(parsed) ? parsed.getUTCFullYear() : 0;
  return year >= 1 && year <= 9999 ? parsed : null;
}
