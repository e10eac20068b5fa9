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

/** Labels that LinkDayPack has (`packed-labels.ts`). In closed months, only those that are missing from LinkMonthLabel. */
function packedLabels(
  within: Prisma.Sql,
  span: Span,
  { dimensions, isDaily, only }: LabelsWanted,
): Prisma.Sql {
  const pack = packOf(dimensions);
  const packs = (days: Prisma.Sql) =>
    Prisma.sql`SELECT "linkId", "day", ${pack} AS "pack" FROM "LinkDayPack" WHERE ${within} AND ${days} AND ${pack} IS NOT NULL`;
  const { before, closed, after } = partsOf(span);
  const all = isDaily
    ? packs(isWithin("day", span))
    : Prisma.sql`${packs(before("day"))} UNION ALL ${packs(Prisma.sql`${closed("day")} AND NOT "inMonth"`)} UNION ALL ${packs(after("day"))}`;
  return Prisma.sql`
    SELECT "linkId", "day", "dimension", "label", "detail", "clicks" FROM (${all}) d, LATERAL "unpackLabels"("pack")
    WHERE ${isOf(dimensions)} AND ${isOneOf(only)}`;
}

/** Closed months are in LinkMonthLabel, other days in LinkDayLabel. */
function labelsOfMonths(span: Span, condition: Prisma.Sql): Prisma.Sql {
  const { before, closed, after } = partsOf(span);
  const rows = Prisma.sql`SELECT "linkId", NULL::date AS "day", "dimension", "label", "detail", ${countOf("clicks")} AS "clicks"`;
  return Prisma.sql`
    ${rows} FROM "LinkDayLabel" WHERE ${condition} AND ${before("day")}
    UNION ALL ${rows} FROM "LinkMonthLabel" WHERE ${condition} AND ${closed("month")}
    UNION ALL ${rows} FROM "LinkDayLabel" WHERE ${condition} AND ${after("day")}`;
}

/** Conditions on a column of days or months: the whole months that are closed, and what is before and after. */
function partsOf({ since, until }: Span) {
  const { first, end } = wholeMonths({ since, until });
  const from = Prisma.sql`${isoDate(first)}::date`;
  const to = Prisma.sql`(SELECT greatest(${from}, least(${isoDate(end)}::date, "monthsUntil")) FROM "RollupState")`;
  const between = (start: Prisma.Sql, stop: Prisma.Sql) => (column: "day" | "month") =>
    Prisma.sql`${Prisma.raw(`"${column}"`)} >= ${start} AND ${Prisma.raw(`"${column}"`)} < ${stop}`;
  return {
    before: between(Prisma.sql`${isoDate(since)}::date`, from),
    closed: between(from, to),
    after: between(to, Prisma.sql`${isoDate(until)}::date`),
  };
}

/** A condition on "label". */
export function isOneOf(labels: readonly string[] | undefined): Prisma.Sql {
  return labels ? Prisma.sql`"label" = ANY(${labels}::text[])` : Prisma.sql`true`;
}
