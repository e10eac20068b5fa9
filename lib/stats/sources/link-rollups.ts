import { type Span, wholeMonths } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import { countOf } from "../../database/wide-counts";
import { isOf } from "../query/label-rows";
import { packOf } from "../query/packed-labels";
import { inScope, type StatementScope } from "../query/scope";
import { isWithin, type LabelsWanted, type Source, type Tables } from "./source";

/** What is aggregated of each link. `span`: whole UTC days; whole hours for `hours`. */
export function linkRollups(tables: Tables, scope: StatementScope, span: Span): Source {
  const within = inScope(scope);
  const own = tables.table(
    "own",
    () =>
      Prisma.sql`SELECT "linkId", "day", ${countOf("clicks")} AS "clicks", ${countOf("visitors")} AS "visitors" FROM "LinkDay" WHERE ${within} AND ${isWithin("day", span)}`,
  );
  /** Looked up by day, because a label is behind its day in the key. */
  const dailyLabels = ({ dimensions, only }: LabelsWanted) => Prisma.sql`
    SELECT k."linkId", k."day", k."dimension", k."label", k."detail", ${countOf("clicks", "k")} AS "clicks" FROM ${own()} d, LATERAL (
      SELECT * FROM "LinkDayLabel" k
      WHERE k."linkId" = d."linkId" AND k."day" = d."day" AND ${isOf(dimensions)} AND ${isOneOf(only)} OFFSET 0
    ) k`;
  const labels = (wanted: LabelsWanted) =>
    wanted.isDaily
      ? dailyLabels(wanted)
      : labelsOfMonths(span, Prisma.sql`${within} AND ${isOf(wanted.dimensions)}`);
  return {
    days: () => Prisma.sql`SELECT "linkId", "day", "clicks", "visitors" FROM ${own()}`,
    hours: () =>
      Prisma.sql`SELECT "linkId", "hour", ${countOf("clicks")} AS "clicks", ${countOf("visitors")} AS "visitors" FROM "LinkHour" WHERE ${within} AND ${isWithin("hour", span)}`,
    labels: (wanted) =>
      Prisma.sql`${labels(wanted)} UNION ALL ${packedLabels(within, span, wanted)}`,
    links: () => Prisma.sql`SELECT "linkId", "clicks" FROM ${own()}`,
  };
}

/** Labels that LinkDay has (`packed-labels.ts`), those of closed months as well. */
function packedLabels(
  within: Prisma.Sql,
  span: Span,
  { dimensions, only }: LabelsWanted,
): Prisma.Sql {
  const pack = packOf(dimensions);
  return Prisma.sql`
    SELECT "linkId", "day", "dimension", "label", "detail", "clicks"
    FROM (SELECT "linkId", "day", ${pack} AS "pack" FROM "LinkDay" WHERE ${within} AND ${isWithin("day", span)} AND ${pack} IS NOT NULL) d, LATERAL "unpackLabels"("pack")
    WHERE ${isOf(dimensions)} AND ${isOneOf(only)}`;
}

/** Closed months are in LinkMonthLabel, other days in LinkDayLabel. */
function labelsOfMonths({ since, until }: Span, condition: Prisma.Sql): Prisma.Sql {
  const { first, end } = wholeMonths({ since, until });
  const from = Prisma.sql`${isoDate(first)}::date`;
  const closed = Prisma.sql`(SELECT greatest(${from}, least(${isoDate(end)}::date, "monthsUntil")) FROM "RollupState")`;
  const rows = Prisma.sql`SELECT "linkId", NULL::date AS "day", "dimension", "label", "detail", ${countOf("clicks")} AS "clicks"`;
  return Prisma.sql`
    ${rows} FROM "LinkDayLabel" WHERE ${condition} AND "day" >= ${isoDate(since)}::date AND "day" < ${from}
    UNION ALL ${rows} FROM "LinkMonthLabel" WHERE ${condition} AND "month" >= ${from} AND "month" < ${closed}
    UNION ALL ${rows} FROM "LinkDayLabel" WHERE ${condition} AND "day" >= ${closed} AND "day" < ${isoDate(until)}::date`;
}

/** A condition on "label". */
export function isOneOf(labels: readonly string[] | undefined): Prisma.Sql {
  return labels ? Prisma.sql`"label" = ANY(${labels}::text[])` : Prisma.sql`true`;
}
