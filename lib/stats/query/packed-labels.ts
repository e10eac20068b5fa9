import { Prisma } from "../../database/generated/client";
import { type DimensionName, dimensionNames, idsOf, isPairName } from "./dimensions";
import { isPair } from "./label-rows";

/*
 * The labels of a link's day with few clicks are a text in LinkDayPack, and its pairs another, which
 * an index finds for all links: a row of LinkDayLabel each would take ten times as much of the disk.
 * Later clicks of the day have rows, so the labels of a day are both.
 */

/**
 * Labels are packed while the day has at most this many clicks. May rise, never fall: backups hold
 * packs with this many.
 */
export const mostPacked = 10;
/** Packs of fewer clicks in a month are not summed up: rows of the month would take more of the disk. */
export const fewestInMonth = 30;

/** Whether a label can be packed: it has no separator. */
export const isPackable = Prisma.raw(`("label" || "detail" !~ E'[\\x1e\\x1f]')`);

const pack = `string_agg(chr(64 + "dimension") || "label" || CASE
  WHEN "clicks" > 1 THEN E'\\x1f' || "detail" || E'\\x1f' || "clicks" WHEN "detail" <> '' THEN E'\\x1f' || "detail" ELSE ''
END, E'\\x1e')`;

/** Packs rows (dimension, label, detail, clicks), as two aggregates. "unpackLabels" is the reverse. */
export const packs = Prisma.raw(
  `${pack} FILTER (WHERE NOT ${isPair.sql}) AS "labels", ${pack} FILTER (WHERE ${isPair.sql}) AS "pairs"`,
);

const appended = (column: string) =>
  `"${column}" = nullif(concat_ws(E'\\x1e', t."${column}", excluded."${column}"), '')`;

/** Appends more labels to those of the table `t`, for ON CONFLICT DO UPDATE. */
export const appendPacks = Prisma.raw(`${appended("labels")}, ${appended("pairs")}`);

/** What to unpack for these dimensions. It may contain others too. */
export function packOf(names: readonly DimensionName[]): Prisma.Sql {
  if (names.every(isPairName)) return Prisma.raw('"pairs"');
  return Prisma.raw(names.some(isPairName) ? allPacks.sql : '"labels"');
}

/** All labels of LinkDayPack. */
export const allPacks = Prisma.raw(`nullif(concat_ws(E'\\x1e', "labels", "pairs"), '')`);

/**
 * What "unpackLabels" can read in a column of LinkDayPack, as a regular expression for Postgres and
 * for JavaScript.
 */
export function packPattern(column: "labels" | "pairs"): string {
  const names = dimensionNames.filter((name) => isPairName(name) === (column === "pairs"));
  const letters = idsOf(names).map((id) => String.fromCharCode(64 + id));
  const clicks = Array.from({ length: mostPacked }, (_, index) => index + 1);
  const text = "[^\\u001e\\u001f]*";
  const entry = `[${letters.join("")}]${text}(?:\\u001f${text}(?:\\u001f(?:${clicks.join("|")}))?)?`;
  return `^${entry}(?:\\u001e${entry})*$`;
}
