import type { Span } from "../../core/date-range";
import { clicksWithin, latestOf, storedColumns, withPacked } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { absentLabel } from "../query/filter-parameters";
import {
  type Filters,
  filterDimensions,
  filterNames,
  hasFilters,
  noLabels,
} from "../query/filters";
import { countedLabels, labelOf, labelRows } from "../query/label-rows";
import { inLivingScope, linkIdsOf, oneLink, type StatementScope } from "../query/scope";
import { isWithin, type LabelsWanted, type Source, type Tables } from "./source";
import { hourOfUtc, instants, type Zone } from "./zone";

interface RawClicks extends Source {
  /** (day, clicks, visitors) by date of the zone, without visitors. */
  dates(): Prisma.Sql;
  /** The latest of them, all columns. */
  recent(limit: number): Prisma.Sql;
}

interface Options {
  filters?: Filters;
  /** Hours and dates are those of this zone. */
  zone?: Zone | null;
}

const createdAt = Prisma.raw('"createdAt"');
const packed = Prisma.raw('"PackedClick"');
/** With more links, nearly every pack has clicks of one. */
const fewLinks = 10;

/** Packed clicks, for statements about these links: of few, packs of others are not unnested. */
export function packedOf(scope: StatementScope): Prisma.Sql {
  const areFew = scope !== "all" && "linkIds" in scope && scope.linkIds.length <= fewLinks;
  return areFew
    ? Prisma.sql`(SELECT * FROM ${packed} WHERE "links" && ${linkIdsOf(scope)})`
    : packed;
}

/** Single clicks in these spans that pass the filters. */
export function rawClicks(
  tables: Tables,
  scope: StatementScope,
  spans: readonly Span[],
  { filters = {}, zone = null }: Options = {},
): RawClicks {
  const clicks = tables.table("clicks", () => {
    const parts = spans.map((span) => {
      const rows = (clicks: Prisma.Sql) => Prisma.sql`
        SELECT ${storedColumns}, ${zone ? zone.hourOf(createdAt) : hourOfUtc(createdAt)} AS "hour", ("createdAt" AT TIME ZONE 'UTC')::date AS "day"
        FROM ${clicks} k WHERE ${inLivingScope(scope)} AND ${isWithin("createdAt", span)} AND ${passes(filters)}`;
      const unpacked = hasFilters(filters)
        ? Prisma.raw('"Click"')
        : clicksWithin(linkIdsOf(scope), [span]);
      return withPacked(rows(unpacked), rows(packedOf(scope)));
    });
    return Prisma.join(parts, " UNION ALL ");
  });
  // Hashing visitors is much cheaper than sorting them for count(DISTINCT).
  return {
    days: () =>
      Prisma.sql`SELECT "linkId", "day", count(*) AS "clicks", 1 AS "visitors" FROM ${clicks()} GROUP BY "linkId", "day", "visitor"`,
    dates: () =>
      Prisma.sql`SELECT ${zone ? zone.dateOf(createdAt) : Prisma.raw('"day"')} AS "day", 1 AS "clicks", 0 AS "visitors" FROM ${clicks()}`,
    hours: () =>
      Prisma.sql`SELECT "linkId", "hour", count(*) AS "clicks", 1 AS "visitors" FROM ${clicks()} GROUP BY "linkId", "hour", "visitor"`,
    labels: (wanted) => labelsOf(clicks(), wanted),
    links: () => Prisma.sql`SELECT "linkId", 1 AS "clicks" FROM ${clicks()}`,
    recent: (limit) =>
      Prisma.sql`SELECT * FROM ${clicks()} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit}`,
  };
}

/** Rows of labels, as a source has them, of single clicks with their day. */
export function labelsOf(
  clicks: Prisma.Sql,
  { dimensions: names, isDaily, isPerLink }: LabelsWanted,
): Prisma.Sql {
  if (!isDaily && !isPerLink) return countedLabels(clicks, { names, isTogether: true });
  return Prisma.sql`
    SELECT "linkId", "day", "dimension", "label", "detail", 1 AS "clicks" FROM ${clicks}, LATERAL ${labelRows(names)} WHERE "label" IS NOT NULL`;
}

/** Instants of all clicks in these hours, one look-up each, where raw clicks are kept. */
export function clicksOfHours(scope: StatementScope, hours: readonly Date[]): Prisma.Sql {
  const hour = {
    since: Prisma.raw('h."hour"'),
    until: Prisma.raw("(h.\"hour\" + interval '1 hour')"),
  };
  const unpacked = Prisma.sql`
    SELECT c.* FROM unnest(${instants(hours)}) AS h("hour"), LATERAL (
      SELECT "id", "createdAt" FROM ${clicksWithin(linkIdsOf(scope), [hour])} k
      WHERE ${inLivingScope(scope)} AND "createdAt" >= ${hour.since} AND "createdAt" < ${hour.until} AND h."hour" >= ${clicksSince} OFFSET 0
    ) c`;
  return withPacked(
    unpacked,
    Prisma.sql`SELECT "id", "createdAt" FROM ${packedOfHours(scope, hours)} k WHERE ${inLivingScope(scope)} AND "hour" >= ${clicksSince}`,
  );
}

/** Packed clicks of these hours, with the hour. They are few, and all looked at once. */
export function packedOfHours(scope: StatementScope, hours: readonly Date[]): Prisma.Sql {
  return Prisma.sql`(
    SELECT * FROM (SELECT *, ${hourOfUtc(createdAt)} AS "hour" FROM ${packedOf(scope)} c) k WHERE "hour" = ANY(${instants(hours)})
  )`;
}

/** Before this instant raw clicks are deleted. */
export const clicksSince = Prisma.sql`(SELECT coalesce("clicksSince", '-infinity') FROM "RollupState")`;

/** The latest clicks on a link, or on those that may have them: a query of "linkId". */
export function latestClicks(links: Prisma.Sql | number, limit: number): Prisma.Sql {
  if (typeof links === "number") {
    const latest = (clicks: Prisma.Sql) => Prisma.sql`(
      SELECT ${storedColumns} FROM ${clicks} k WHERE "linkId" = ${links} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit})`;
    const unpacked = latest(latestOf(Prisma.sql`${links}::int`, limit));
    return Prisma.sql`${withPacked(unpacked, latest(packedOf(oneLink(links))))} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit}`;
  }
  // The planner takes an unknown limit for a tenth of all rows. If it knew, it would sort all clicks
  // of a link that has more of them than most.
  const unpacked = Prisma.sql`
    SELECT c.* FROM links l, LATERAL (
      SELECT ${storedColumns} FROM ${latestOf(Prisma.raw('l."linkId"'), limit)} k WHERE k."linkId" = l."linkId"
      ORDER BY "createdAt" DESC, "id" DESC LIMIT (SELECT ${limit}::bigint)
    ) c`;
  const others = Prisma.sql`SELECT ${storedColumns} FROM ${packed} WHERE "linkId" IN (SELECT "linkId" FROM links)`;
  return Prisma.sql`
    SELECT * FROM (WITH links AS MATERIALIZED (${links}) ${withPacked(unpacked, others)}) c ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit}`;
}

export function passes(filters: Filters): Prisma.Sql {
  const conditions = filterNames.flatMap((name) => {
    const { is, isNot, named = [] } = filters[name] ?? noLabels;
    const value = labelOf(filterDimensions[name]);
    const label = Prisma.sql`coalesce(${value}, ${absentLabel(name)})`;
    const isNamed = Prisma.sql`coalesce(${value}, '') = ANY(${named}::text[])`;
    return [
      ...(named.length > 0 ? [Prisma.sql`(${label} = ANY(${is}::text[]) OR ${isNamed})`] : []),
      ...(named.length === 0 && is.length > 0 ? [Prisma.sql`${label} = ANY(${is}::text[])`] : []),
      ...(isNot.length > 0 ? [Prisma.sql`${label} <> ALL(${isNot}::text[])`] : []),
    ];
  });
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`TRUE`;
}
