import { type Span, wholeMonths } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";

/**
 * Queries of what is aggregated over all links in a date range. The totals still include links being removed, so their share
 * is subtracted. Unique visitors are those of each link, added up.
 */
const removed = (table: "LinkDay" | "LinkHour" | "LinkDayLabel", within: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`"DeletedLink" g, LATERAL (SELECT * FROM ${Prisma.raw(`"${table}"`)} k WHERE k."linkId" = g."linkId" AND ${within} OFFSET 0) d`;

/** Rows (day, clicks, visitors). A day may appear in several rows. */
export function totalDays({ since, until }: Span): Prisma.Sql {
  const within = Prisma.sql`"day" >= ${isoDate(since)}::date AND "day" < ${isoDate(until)}::date`;
  return Prisma.sql`
    SELECT "day", "clicks", "visitors" FROM "DayTotal" WHERE ${within}
    UNION ALL SELECT d."day", -d."clicks", -d."visitors" FROM ${removed("LinkDay", within)}`;
}

/** The same by hour. */
export function totalHours({ since, until }: Span): Prisma.Sql {
  const within = Prisma.sql`"hour" >= ${since}::timestamptz AND "hour" < ${until}::timestamptz`;
  return Prisma.sql`
    SELECT "hour", "clicks", "visitors" FROM "HourTotal" WHERE ${within}
    UNION ALL SELECT d."hour", -d."clicks", -d."visitors" FROM ${removed("LinkHour", within)}`;
}

/** Rows (dimension, label, detail, clicks) of these dimensions. A label may appear in several rows. */
export function totalLabels(dateRange: Span, dimensions: Prisma.Sql): Prisma.Sql {
  const { first, end } = wholeMonths(dateRange);
  const from = (date: Date, per = Prisma.raw('"day"')) => Prisma.sql`${per} >= ${isoDate(date)}::date`;
  const until = (date: Date, per = Prisma.raw('"day"')) => Prisma.sql`${per} < ${isoDate(date)}::date`;
  const columns = Prisma.raw('"dimension", "label", "detail", "clicks"');
  const month = Prisma.raw('"month"');
  const { since, until: over } = dateRange;
  return Prisma.sql`
    SELECT ${columns} FROM "DayLabelTotal" WHERE ${dimensions} AND ${from(since)} AND ${until(first)}
    UNION ALL SELECT ${columns} FROM "MonthLabelTotal" WHERE ${dimensions} AND ${from(first, month)} AND ${until(end, month)}
    UNION ALL SELECT ${columns} FROM "DayLabelTotal" WHERE ${dimensions} AND ${from(end)} AND ${until(over)}
    UNION ALL ${removedLabels(Prisma.sql`${dimensions} AND ${from(since)} AND ${until(over)}`)}`;
}

/** What the totals by label still have of links being removed, as negative numbers. `within`: conditions on LinkDayLabel. */
export function removedLabels(within: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT d."dimension", d."label", d."detail", -d."clicks" AS "clicks" FROM ${removed("LinkDayLabel", within)}`;
}
