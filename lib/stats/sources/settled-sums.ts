import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Span } from "../../core/date-range";
import { isoDate, startOfMonth } from "../../core/day";
import { SluglineError } from "../../core/errors";
import { plainLiteral } from "../../database/array-literal";
import { Prisma } from "../../database/generated/client";
import { ownPart } from "../own-part";
import { type DimensionName, labelCap, otherLabel } from "../query/dimensions";
import { isOf } from "../query/label-rows";
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
  /** Ids, and the clicks of each. */
  links: Int32Array;
  clicks: Float64Array;
}

/** Of more links the sums are made in parts, each within the time that a statement has. */
const linksAtOnce = 10_000;
/** Bytes kept in memory, at most; the sums used last stay. */
const mostKept = 32_000_000;
/**
 * A month with more labels keeps the most frequent of each dimension, as many as a link may have.
 */
const mostLabels = 20_000;
/**
 * The most characters of labels in one report, which sends them back to Postgres. With more, its
 * own sums would push each other out.
 */
const mostSent = mostKept / 2;

export const newKeptSums = () =>
  new LRUCache<string, Sums>({ maxSize: mostKept, sizeCalculation: sizeOf });

/** Never 0, which lru-cache refuses: a month may have no clicks. */
const sizeOf = ({ days, labels, links }: Sums) =>
  100 + 2 * (days.length + labels.length) + 12 * links.length;

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
    const keyOf = ({ hash }: Links) =>
      [hash, dimensions.join(), state.settledVersion, isoDate(from), isoDate(to)].join(" ");
    const keep = async (links: Links, make: () => Promise<Sums>): Promise<Sums> => {
      const known = keptSums.get(keyOf(links));
      if (known) return known;
      const sums = await make();
      keptSums.set(keyOf(links), sums);
      return sums;
    };
    const addUpLinks = (links: Links) =>
      keep(links, () => addUp(reader, { linkIds: links.ids }, span, dimensions));
    const addUpPortions = async () => {
      const sums: Sums[] = [];
      for (const portion of portions) sums.push(await addUpLinks(portion));
      for (const portion of portions) keptSums.delete(keyOf(portion));
      return together(sums);
    };
    parts.push(await (portions.length > 0 ? keep(all, addUpPortions) : addUpLinks(all)));
    if (parts.reduce((size, { labels }) => size + labels.length, 0) > mostSent)
      throw new SluglineError("statistics_timeout", "tooManyLabels");
    from = to;
  }
  return { until: end, source: settled(parts) };
}

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

/** The sums of different links for the same days as one. */
function together(parts: readonly Sums[]): Sums {
  return {
    days: addedRows(
      parts.map(({ days }) => days),
      1,
    ),
    labels: addedRows(
      parts.map(({ labels }) => labels),
      3,
    ),
    links: Int32Array.from(parts.flatMap(({ links }) => [...links])),
    clicks: Float64Array.from(parts.flatMap(({ clicks }) => [...clicks])),
  };
}

/** Adds up rows of which the first columns are the key: the inside of a JSON array again. */
function addedRows(texts: readonly string[], keyLength: number): string {
  type Cell = string | number;
  const added = new Map<string, Cell[]>();
  for (const row of JSON.parse(`[${texts.filter(Boolean).join()}]`) as Cell[][]) {
    const key = JSON.stringify(row.slice(0, keyLength));
    const before = added.get(key);
    added.set(
      key,
      before
        ? row.map((cell, at) => (at < keyLength ? cell : Number(cell) + Number(before[at])))
        : row,
    );
  }
  return JSON.stringify([...added.values()]).slice(1, -1);
}

function settled(parts: readonly Sums[]): Source {
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
      const links = new Map<number, number>();
      for (const part of parts)
        for (const [place, linkId] of part.links.entries())
          links.set(linkId, (links.get(linkId) ?? 0) + (part.clicks[place] ?? 0));
      return Prisma.sql`
        SELECT * FROM unnest(${plainLiteral([...links.keys()])}::int[], ${plainLiteral([...links.values()])}::bigint[]) AS s("linkId", "clicks")`;
    },
  };
}

async function addUp(
  reader: Reader,
  scope: LinkScope,
  span: Span,
  dimensions: readonly DimensionName[],
): Promise<Sums> {
  const tables = new Tables();
  const rollups = linkRollups(tables, scope, span);
  const named = tables.table(
    "named",
    () =>
      Prisma.sql`SELECT "dimension", "label", "detail", sum("clicks") AS "clicks" FROM (${rollups.labels({ dimensions })}) l GROUP BY 1, 2, 3`,
  );
  const isMany = Prisma.sql`(SELECT count(*) FROM ${named()}) > ${mostLabels}`;
  const [row] = await reader.$queryRaw<
    [{ days: string; labels: string; links: [linkId: number, clicks: number][] }]
  >(
    tables.select(Prisma.sql`
    SELECT
      (SELECT coalesce(json_agg(json_build_array("day", "clicks", "visitors")), '[]')::text FROM (
        SELECT "day", sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (${rollups.days()}) r GROUP BY "day") d) AS "days",
      (SELECT coalesce(json_agg(json_build_array("dimension", "label", "detail", "clicks")), '[]')::text FROM (
        SELECT "dimension", "label", "detail", "clicks" FROM ${named()} WHERE NOT ${isMany}
        UNION ALL
        SELECT "dimension", CASE WHEN "place" <= ${labelCap} THEN "label" ELSE ${otherLabel} END,
               CASE WHEN "place" <= ${labelCap} THEN "detail" ELSE "otherDetail"("dimension") END, sum("clicks")
        FROM (SELECT *, row_number() OVER (PARTITION BY "dimension" ORDER BY "clicks" DESC, "label", "detail") AS "place" FROM ${named()}) placed
        WHERE ${isMany} GROUP BY 1, 2, 3
      ) l) AS "labels",
      (SELECT coalesce(json_agg(json_build_array("linkId", "clicks")), '[]') FROM (
        SELECT "linkId", sum("clicks") AS "clicks" FROM (${rollups.links()}) r GROUP BY "linkId") k) AS "links"`),
  );
  return {
    days: row.days.slice(1, -1),
    labels: row.labels.slice(1, -1),
    links: Int32Array.from(row.links, ([linkId]) => linkId),
    clicks: Float64Array.from(row.links, ([, clicks]) => clicks),
  };
}
