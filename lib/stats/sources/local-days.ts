import { type DateRange, hoursOf, type Span } from "../../core/date-range";
import { dayMs, hourMs } from "../../core/day";
import { startsOfDates } from "../../core/local-time";
import { arrayLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";

/** How the days of another time zone than UTC lie among the hours and days of UTC, by which clicks are aggregated. */
export interface LocalDays {
  /** The UTC days that are all inside; empty if `since` equals `until`. */
  inside: Span;
  /** What is left before and after them. */
  edges: Span[];
  /** Whether all of its days begin with an hour of UTC. */
  isWholeHours: boolean;
  /** Whether `bounds` has hours: those of the zone, where they are not those of UTC. */
  hasHours: boolean;
  /** A common table expression `bounds` with the starts of all days, and of hours. */
  bounds: Prisma.Sql;
}

/** `hours`: whether hours of the zone are needed, which are many in a long range. */
export function localDays(dateRange: DateRange, hours = false): LocalDays {
  const { from, days, since, until, timeZone } = dateRange;
  const starts = startsOfDates(from, days, timeZone);
  const first = new Date(Math.ceil(since.getTime() / dayMs) * dayMs);
  const end = new Date(Math.floor(until.getTime() / dayMs) * dayMs);
  const instants = (all: readonly Date[]) => Prisma.sql`${arrayLiteral(all.map((at) => at.toISOString()))}::timestamptz[]`;
  const isWholeHours = starts.every((start) => start.getTime() % hourMs === 0);
  const hasHours = hours && !isWholeHours;
  return {
    inside: first < end ? { since: first, until: end } : { since: until, until },
    edges:
      first < end
        ? [
            { since, until: first },
            { since: end, until },
          ]
        : [{ since, until }],
    isWholeHours,
    hasHours,
    bounds: Prisma.sql`
      bounds AS MATERIALIZED (SELECT ${instants(starts)} AS "days", ${instants(hasHours ? hoursOf(dateRange) : [])} AS "hours")`,
  };
}

/** The place of an instant among the days: 1 is the first one. 0 is before, and the number of days plus 1 after them. */
export function dayNumber(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`width_bucket(${at}, (SELECT "days" FROM bounds))`;
}

/** The local date of an instant in the range. */
export function localDay(at: Prisma.Sql, { from }: DateRange): Prisma.Sql {
  return Prisma.sql`(${from}::date + ${dayNumber(at)} - 1)`;
}

/** The start of the local hour of an instant; of the hour of UTC unless `bounds` has hours. */
export function localHour(at: Prisma.Sql, { hasHours }: LocalDays): Prisma.Sql {
  if (!hasHours) return Prisma.sql`date_trunc('hour', ${at}, 'UTC')`;
  return Prisma.sql`(SELECT "hours" FROM bounds)[width_bucket(${at}, (SELECT "hours" FROM bounds))]`;
}

/** A condition on "createdAt". */
export function isWithin(spans: readonly Span[]): Prisma.Sql {
  const each = spans.map(({ since, until }) => Prisma.sql`("createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz)`);
  return Prisma.sql`(${Prisma.join(each, " OR ")})`;
}

/** Before this instant raw clicks are deleted. */
export const clicksSince = Prisma.sql`(SELECT coalesce("clicksSince", '-infinity') FROM "RollupState")`;
