import { type Span, wholeMonths } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { countOf } from "../../database/wide-counts";
import { isOf } from "../query/label-rows";
import { packOf } from "../query/packed-labels";
import { isOneOf } from "./link-rollups";
import { isWithin, type LabelsWanted, type Source } from "./source";

/**
 * What is aggregated over all links, by the triggers of prisma/rules/totals.sql. The totals still
 * include links being removed, so their share is subtracted. Unique visitors are those of each link,
 * added up. `span`: whole UTC days; whole hours for `hours`.
 */
export function totals(span: Span): Source {
  const ofDays = isWithin("day", span);
  const ofHours = isWithin("hour", span);
  return {
    days: () => Prisma.sql`
      SELECT NULL::int AS "linkId", "day", "clicks", "visitors" FROM "DayTotal" WHERE ${ofDays}
      UNION ALL SELECT NULL, "day", -${countOf("clicks")}, -${countOf("visitors")} FROM ${removed("LinkDay", ofDays)}`,
    hours: () => Prisma.sql`
      SELECT NULL::int AS "linkId", "hour", "clicks", "visitors" FROM "HourTotal" WHERE ${ofHours}
      UNION ALL SELECT NULL, "hour", -${countOf("clicks")}, -${countOf("visitors")} FROM ${removed("LinkHour", ofHours)}`,
    labels: (wanted) => labels(span, wanted),
    links: () => Prisma.sql`SELECT NULL::int AS "linkId", 0 AS "clicks" WHERE false`,
  };
}

function labels(span: Span, { dimensions, isDaily, only }: LabelsWanted): Prisma.Sql {
  const { since, until } = span;
  const isWanted = Prisma.sql`${isOf(dimensions)} AND ${isOneOf(only)}`;
  const rows = Prisma.raw('"dimension", "label", "detail", "clicks"');
  const { first, end } = wholeMonths(span);
  const ofDays = (part: Span) =>
    Prisma.sql`SELECT NULL::int AS "linkId", "day", ${rows} FROM "DayLabelTotal" WHERE ${isWanted} AND ${isWithin("day", part)}`;
  // Looked up by day, because a label is behind its day in the key.
  const counted = isDaily
    ? Prisma.sql`
      SELECT NULL::int AS "linkId", k."day", ${rows} FROM (SELECT DISTINCT "day" FROM "DayTotal" WHERE ${isWithin("day", span)}) d, LATERAL (
        SELECT * FROM "DayLabelTotal" k WHERE k."day" = d."day" AND ${isWanted} OFFSET 0
      ) k`
    : Prisma.sql`
      ${ofDays({ since, until: first })}
      UNION ALL SELECT NULL, NULL, ${rows} FROM "MonthLabelTotal" WHERE ${isWanted} AND ${isWithin("month", { since: first, until: end })}
      UNION ALL ${ofDays({ since: end, until })}`;
  return Prisma.sql`
    ${counted}
    UNION ALL SELECT NULL, "day", "dimension", "label", "detail", -${countOf("clicks")} FROM ${removed("LinkDayLabel", Prisma.sql`${isWanted} AND ${isWithin("day", span)}`)}
    UNION ALL SELECT NULL, "day", l."dimension", l."label", l."detail", -l."clicks" FROM ${removed("LinkDayPack", isWithin("day", span))}, LATERAL "unpackLabels"(${packOf(dimensions)}) l WHERE ${isWanted}`;
}

/** Rows of links being removed. */
function removed(
  table: "LinkDay" | "LinkDayPack" | "LinkHour" | "LinkDayLabel" | "UncountedVisit",
  within: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`"DeletedLink" g, LATERAL (SELECT * FROM ${Prisma.raw(`"${table}"`)} k WHERE k."linkId" = g."linkId" AND ${within} OFFSET 0) d`;
}

/** Besides clicks: bot hits and created links over all links, (day, botHits, links) by UTC day. */
export function otherTotals(span: Span): Prisma.Sql {
  return Prisma.sql`
    SELECT "day", "botHits", "links" FROM "DayTotal" WHERE ${isWithin("day", span)}
    UNION ALL SELECT "day", -"count", 0 FROM ${removed("UncountedVisit", Prisma.sql`"kind" = 'unfurler' AND ${isWithin("day", span)}`)}`;
}
