import { type Span, wholeMonths } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";

/**
 * A query (linkId, dimension, label, detail, clicks) of the aggregated labels in a date range that match `condition`. It
 * reads closed months from LinkMonthLabel and other days from LinkDayLabel. A label may appear in several rows.
 */
export function aggregatedLabels(dateRange: Span, condition: Prisma.Sql): Prisma.Sql {
  const { first, end } = wholeMonths(dateRange);
  const from = Prisma.sql`${isoDate(first)}::date`;
  const closed = Prisma.sql`(SELECT greatest(${from}, least(${isoDate(end)}::date, "monthsUntil")) FROM "RollupState")`;
  const columns = Prisma.raw('"linkId", "dimension", "label", "detail", "clicks"');
  return Prisma.sql`
    SELECT ${columns} FROM "LinkDayLabel" WHERE ${condition} AND "day" >= ${isoDate(dateRange.since)}::date AND "day" < ${from}
    UNION ALL
    SELECT ${columns} FROM "LinkMonthLabel" WHERE ${condition} AND "month" >= ${from} AND "month" < ${closed}
    UNION ALL
    SELECT ${columns} FROM "LinkDayLabel" WHERE ${condition} AND "day" >= ${closed} AND "day" < ${isoDate(dateRange.until)}::date`;
}
