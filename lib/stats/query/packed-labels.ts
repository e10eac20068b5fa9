import { Prisma } from "../../database/generated/client";
import { isPair } from "./label-rows";

/*
 * The labels of a link's day with few clicks are one text in LinkDay: a row of LinkDayLabel each
 * would take ten times as much of the disk. Later clicks of the day have rows, so the labels of a
 * day are both. Pairs always have rows, because an index finds those of all links.
 */

/** Up to so many clicks a day are packed. */
export const mostPacked = 10;

/** Whether a row (dimension, label, detail) can be packed: its texts have no separator. */
export const isPackable = Prisma.sql`(NOT ${isPair} AND "label" || "detail" !~ E'[\\x1e\\x1f]')`;

/** Packs rows (dimension, label, detail, clicks), as an aggregate. "unpackLabels" is its reverse. */
export const packedLabels = Prisma.raw(`
  string_agg(chr(64 + "dimension") || "label" || CASE
    WHEN "clicks" > 1 THEN E'\\x1f' || "detail" || E'\\x1f' || "clicks" WHEN "detail" <> '' THEN E'\\x1f' || "detail" ELSE ''
  END, E'\\x1e')`);

/** Appends more labels to those of the table `t`, for ON CONFLICT DO UPDATE. */
export const appendLabels = Prisma.raw(
  `"labels" = nullif(concat_ws(E'\\x1e', t."labels", excluded."labels"), '')`,
);
