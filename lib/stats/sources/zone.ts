import { type DateRange, hoursOf, type Span } from "../../core/date-range";
import { dayMs, hourMs } from "../../core/day";
import { startsOfDates } from "../../core/local-time";
import { plainLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";

/**
 * How the days and hours of another time zone than UTC lie among those of UTC, by which clicks are
 * aggregated.
 */
export interface Zone {
  /** The UTC days that are all inside the range; empty if `since` equals `until`. */
  inside: Span;
  /** What is left before and after them. */
  edges: Span[];
  /** The hours of UTC that the range has a part of. */
  hours: Span;
  /** The hours of UTC within which a day begins. */
  cutHours: Date[];
  isWholeHours: boolean;
  /** The local date of an instant in the range. */
  dateOf(at: Prisma.Sql): Prisma.Sql;
  /** The start of the local hour of an instant in the range. */
  hourOf(at: Prisma.Sql): Prisma.Sql;
}

/** Null for UTC. */
export function zoneOf(dateRange: DateRange | Span): Zone | null {
  if (!("timeZone" in dateRange) || dateRange.timeZone === "UTC") return null;
  const { from, days, since, until, timeZone } = dateRange;
  const starts = startsOfDates(from, days, timeZone);
  const first = new Date(Math.ceil(since.getTime() / dayMs) * dayMs);
  const end = new Date(Math.floor(until.getTime() / dayMs) * dayMs);
  const cutHours = starts.filter((start) => start.getTime() % hourMs !== 0).map(startOfHour);
  const isWholeHours = cutHours.length === 0;
  return {
    inside: first < end ? { since: first, until: end } : { since: until, until },
    edges:
      first < end
        ? [
            { since, until: first },
            { since: end, until },
          ]
        : [{ since, until }],
    hours: { since: startOfHour(since), until },
    cutHours,
    isWholeHours,
    dateOf: (at) => Prisma.sql`(${from}::date + width_bucket(${at}, ${instants(starts)}) - 1)`,
    hourOf: (at) => {
      if (isWholeHours) return hourOfUtc(at);
      const hours = instants(hoursOf(dateRange));
      return Prisma.sql`(${hours})[width_bucket(${at}, ${hours})]`;
    },
  };
}

export function hourOfUtc(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`date_trunc('hour', ${at}, 'UTC')`;
}

export function instants(all: readonly Date[]): Prisma.Sql {
  return Prisma.sql`${plainLiteral(all.map((at) => at.toISOString()))}::timestamptz[]`;
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}
