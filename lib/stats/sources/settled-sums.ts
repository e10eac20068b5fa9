import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Span } from "../../core/date-range";
import { isoDate, startOfMonth } from "../../core/day";
import { SluglineError } from "../../core/errors";
import { mostDays } from "../../core/range-choice";
import { plainLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";
import { ownPart } from "../own-part";
import { type DimensionName, labelCap, otherLabel } from "../query/dimensions";
import { isOf } from "../query/label-rows";
import { mostLinks } from "../query/report-scope";
import type { LinkScope } from "../query/scope";
import { linkRollups } from "./link-rollups";
import { type Reader, type Source, Tables } from "./source";

/**
 * What several links had together up to a day before which clicks come only late, from a journal.
 * It has no hours.
 */
export interface SettledSums {
  until: Date;
  source: Source;
}

/**
 * Of one month or a part of it. The texts are the insides of JSON arrays of [day, clicks, visitors]
 * and [dimension, label, detail, clicks].
 */
interface Sums {
  days: string;
  labels: string;
  /** Of each link, in the order of the ids. */
  clicks: Uint32Array | Float64Array;
}

/** Of more links the sums are made in parts, each within the time that a statement has. */
const linksAtOnce = 10_000;
/**
 * A month with more labels keeps the most frequent of each dimension, as many as a link may have.
 */
const mostLabels = 20_000;
/** A part must have all of its labels: which are the most frequent is only known of all parts. */
const mostLabelsOfPart = 100_000;
/** The most characters of labels in one report, which sends them back to Postgres. */
const mostSent = 16_000_000;
const bytesOfCharacter = 2;
/** A report may begin and end within a month. */
const mostMonths = Math.ceil(mostDays / 30) + 1;
/**
 * Bytes kept in memory, at most; the sums used last stay. With less, the sums of the largest report
 * would push each other out, and each view would add up everything again.
 */
const mostKept =
  bytesOfCharacter * mostSent + mostMonths * Uint32Array.BYTES_PER_ELEMENT * mostLinks;

export const newKeptSums = () =>
  new LRUCache<string, Sums>({ maxSize: mostKept, sizeCalculation: sizeOf });

/** Never 0, which lru-cache refuses: a month may have no clicks. */
const sizeOf = ({ days, labels, clicks }: Sums) =>
  100 + bytesOfCharacter * (days.length + labels.length) + clicks.byteLength;

/**
 * Adds up the roll-ups of several links, a month at a time, and keeps the sums: only the latest
 * days are read for each report. The reader must be a transaction with one snapshot. A trigger
 * changes `settledVersion` with the clicks that come late. Throws `statistics_timeout` if the links
 * have too many labels.
 */
export async function readSettled(
  reader: Reader,
  scope: LinkScope,
  { since, until }: Span,
  dimensions: readonly DimensionName[],
): Promise<SettledSums> {
  const [state] = await reader.$queryRaw<
    [{ visitorsSince: Date; settledVersion: number }]
  >`SELECT "visitorsSince", "settledVersion" FROM "RollupState"`;
  const end = new Date(
    Math.max(since.getTime(), Math.min(until.getTime(), state.visitorsSince.getTime())),
  );
  const ids = [...scope.linkIds].sort((a, b) => a - b);
  const all = linksOf(ids);
  const portions =
    ids.length > linksAtOnce ? portionsOf(ids, linksAtOnce).map((some) => linksOf(some)) : [];
  const { keptSums } = ownPart();
  const parts: Sums[] = [];
  for (let from = since; from < end; ) {
    const to = new Date(Math.min(startOfMonth(from, 1).getTime(), end.getTime()));
    const span = { since: from, until: to };
    const keep = async (key: string, make: () => Promise<Sums>): Promise<Sums> => {
      const known = keptSums.get(key);
      if (known) return known;
      const sums = await make();
      keptSums.set(key, sums);
      return sums;
    };
    const keyOf = ({ hash }: Links, kind: "whole" | "part") =>
      [kind, hash, dimensions.join(), state.settledVersion, isoDate(from), isoDate(to)].join(" ");
    const addUpLinks = ({ ids }: Links, most: Most) => {
      const tables = new Tables();
      const rollups = linkRollups(tables, { linkIds: ids }, span);
      return addUp(reader, tables, rollups, ids, dimensions, most);
    };
    const addUpPortions = async () => {
      const sums: Sums[] = [];
      for (const portion of portions) {
        sums.push(await keep(keyOf(portion, "part"), () => addUpLinks(portion, "refused")));
        refuseTooMany(sums);
      }
      const clicks = compact(sums.flatMap((some) => [...some.clicks]));
      const together = await addUp(reader, new Tables(), settled([], sums), [], dimensions, "cut");
      for (const portion of portions) keptSums.delete(keyOf(portion, "part"));
      return { ...together, clicks };
    };
    parts.push(
      await keep(keyOf(all, "whole"), () =>
        portions.length > 0 ? addUpPortions() : addUpLinks(all, "cut"),
      ),
    );
    refuseTooMany(parts);
    from = to;
  }
  return { until: end, source: settled(ids, parts) };
}

function refuseTooMany(parts: readonly Sums[]): void {
  if (parts.reduce((size, { labels }) => size + labels.length, 0) > mostSent) throw tooManyLabels();
}

const tooManyLabels = () => new SluglineError("statistics_timeout", "linksTooSlow");

interface Links {
  ids: readonly number[];
  hash: string;
}

function linksOf(ids: readonly number[]): Links {
  return { ids, hash: createHash("sha256").update(ids.join()).digest("base64") };
}

function portionsOf<T>(all: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, place) =>
    all.slice(place * length, (place + 1) * length),
  );
}

function settled(ids: readonly number[], parts: readonly Sums[]): Source {
  const rowsOf = (kind: "days" | "labels") =>
    Prisma.sql`json_array_elements(${`[${parts
      .map((part) => part[kind])
      .filter(Boolean)
      .join()}]`}::json) e`;
  return {
    days: () => Prisma.sql`
      SELECT NULL::int AS "linkId", (e->>0)::date AS "day", (e->>1)::bigint AS "clicks", (e->>2)::bigint AS "visitors" FROM ${rowsOf("days")}`,
    hours: () =>
      Prisma.sql`SELECT NULL::int AS "linkId", NULL::timestamptz AS "hour", 0 AS "clicks", 0 AS "visitors" WHERE false`,
    labels: ({ dimensions }) => Prisma.sql`
      SELECT NULL::int AS "linkId", NULL::date AS "day", * FROM (
        SELECT (e->>0)::smallint AS "dimension", e->>1 AS "label", e->>2 AS "detail", (e->>3)::bigint AS "clicks" FROM ${rowsOf("labels")}
      ) settled WHERE ${isOf(dimensions)}`,
    links: () => {
      const totals = new Float64Array(ids.length);
      for (const { clicks } of parts)
        for (let place = 0; place < totals.length; place++)
          totals[place] = (totals[place] ?? 0) + (clicks[place] ?? 0);
      const places = [...totals.keys()].filter((place) => totals[place] !== 0);
      return Prisma.sql`
        SELECT * FROM unnest(${plainLiteral(places.map((place) => ids[place] ?? 0))}::int[], ${plainLiteral(places.map((place) => totals[place] ?? 0))}::bigint[]) AS s("linkId", "clicks")`;
    },
  };
}

/** What becomes of labels if there are too many. */
type Most = "cut" | "refused";

/** Adds up what a source has. */
async function addUp(
  reader: Reader,
  tables: Tables,
  source: Source,
  ids: readonly number[],
  dimensions: readonly DimensionName[],
  most: Most,
): Promise<Sums> {
  const named = tables.table(
    "named",
    () =>
      Prisma.sql`SELECT "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (${source.labels({ dimensions })}) l GROUP BY 1, 2, 3`,
  );
  const isMany = Prisma.sql`(SELECT count(*) FROM ${named()}) > ${most === "cut" ? mostLabels : mostLabelsOfPart}`;
  const [row] = await reader.$queryRaw<
    [{ isMany: boolean; days: string; labels: string; links: [linkId: number, clicks: number][] }]
  >(
    tables.select(Prisma.sql`
    SELECT ${isMany} AS "isMany",
      (SELECT coalesce(json_agg(json_build_array("day", "clicks", "visitors")), '[]')::text FROM (
        SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (${source.days()}) r GROUP BY "day") d) AS "days",
      (SELECT coalesce(json_agg(json_build_array("dimension", "label", "detail", "clicks")), '[]')::text FROM (
        SELECT "dimension", "label", "detail", "clicks" FROM ${named()} WHERE NOT ${isMany}
        UNION ALL
        SELECT "dimension", CASE WHEN "place" <= ${labelCap} THEN "label" ELSE ${otherLabel} END,
               CASE WHEN "place" <= ${labelCap} THEN "detail" ELSE "otherDetail"("dimension") END, sum("clicks")
        FROM (SELECT *, row_number() OVER (PARTITION BY "dimension" ORDER BY "clicks" DESC, "label", "detail") AS "place" FROM ${named()}) placed
        WHERE ${isMany} GROUP BY 1, 2, 3
      ) l) AS "labels",
      (SELECT coalesce(json_agg(json_build_array("linkId", "clicks")), '[]') FROM (
        SELECT "linkId", sum("clicks") AS "clicks" FROM (${source.links()}) r GROUP BY "linkId") k) AS "links"`),
  );
  if (row.isMany && most === "refused") throw tooManyLabels();
  const clicksOf = new Map(row.links);
  return {
    days: row.days.slice(1, -1),
    labels: row.labels.slice(1, -1),
    clicks: compact(ids.map((id) => clicksOf.get(id) ?? 0)),
  };
}

function compact(clicks: number[]): Sums["clicks"] {
  return (clicks.every((count) => count < 2 ** 32) ? Uint32Array : Float64Array).from(clicks);
}
