import type { DateRange } from "../../core/date-range";
import { refusedField } from "../../core/errors";
import type { Spreadsheet } from "../../core/spreadsheet";
import { type FileFormat, filePieces, type Watch } from "../../core/table-file";
import { withPacked } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { dimensions, type RareName, rareDimensions } from "../query/dimensions";
import type { Filters } from "../query/filters";
import { oneLink } from "../query/scope";
import { packedOf, passes } from "../sources/raw-clicks";
import { type ClickRecord, recordColumns, recordLabels } from "./click-record";

const pageSize = 2_000;

type RareLabels = Record<RareName, string | undefined>;
type ExportedClick = ClickRecord & RareLabels & { cursor?: string };

const rareLabels = Prisma.raw(
  rareDimensions.map((name) => `"${dimensions[name].columns[0]}" AS "${name}"`).join(", "),
);

interface ClickExport {
  dateRange: Pick<DateRange, "since" | "until">;
  filters: Filters;
  format: FileFormat;
  /** Of a CSV file. */
  spreadsheet?: Spreadsheet | undefined;
  /** Adds to each click the `cursor` with which a later export continues behind it. */
  withCursor?: boolean;
  /** Such a cursor; empty: from the start. */
  cursor?: string | undefined;
  watch?: Watch;
}

/**
 * Clicks on a link in a date range that pass the filters, oldest first, as pieces of one file.
 * Visitor hashes are not exported. Throws `validation_failed` for an unknown cursor.
 */
export function exportClicks(linkId: number, wanted: ClickExport): AsyncGenerator<string> {
  const { since } = wanted.dateRange;
  const given = wanted.cursor ? readCursor(wanted.cursor) : null;
  const start =
    given && given.createdAt >= since
      ? given
      : { createdAt: since, id: "00000000-0000-0000-0000-000000000000" };
  return filePieces(
    pages(linkId, wanted, start),
    [...recordColumns, ...rareDimensions, ...(wanted.withCursor ? (["cursor"] as const) : [])],
    wanted.format,
    { spreadsheet: wanted.spreadsheet, times: ["createdAt"], watch: wanted.watch },
  );
}

interface Position {
  createdAt: Date;
  id: string;
}
type Row = Omit<ClickRecord, "createdAt"> & Record<RareName, string | null> & Position;

async function* pages(
  linkId: number,
  { dateRange, filters, format, withCursor }: ClickExport,
  start: Position,
): AsyncGenerator<ExportedClick[]> {
  let after = start;
  for (;;) {
    const from = after;
    const next = (clicks: Prisma.Sql) => Prisma.sql`(
      SELECT "id", "createdAt", ${recordLabels}, ${rareLabels} FROM ${clicks} k
      WHERE "linkId" = ${linkId} AND "createdAt" < ${dateRange.until}::timestamptz
        AND ("createdAt", "id") > (${from.createdAt}::timestamptz, ${from.id}::uuid) AND ${passes(filters)}
      ORDER BY "createdAt", "id" LIMIT ${pageSize})`;
    const rows = await preferReplica(
      "owners",
      (reader) => reader.$queryRaw<Row[]>`
        ${withPacked(next(Prisma.raw('"Click"')), next(packedOf(oneLink(linkId))))} ORDER BY "createdAt", "id" LIMIT ${pageSize}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id, createdAt, ...row }) => ({
      createdAt: createdAt.toISOString(),
      ...row,
      ...rareIn(row, format),
      ...(withCursor ? { cursor: cursorAt({ createdAt, id }) } : {}),
    }));
    after = last;
  }
}

/** In a table every row has them; elsewhere only a click with a label. */
function rareIn(row: Pick<Row, RareName>, format: FileFormat): RareLabels {
  const labels = rareDimensions.map((name) => [
    name,
    row[name] ?? (format === "csv" ? dimensions[name].absent : undefined),
  ]);
  return Object.fromEntries(labels) as RareLabels;
}

/**
 * The time in milliseconds, then the id. It begins with A, so no spreadsheet takes it for a
 * formula.
 */
function cursorAt({ createdAt, id }: Position): string {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64BE(BigInt(createdAt.getTime()));
  bytes.write(id.replaceAll("-", ""), 8, "hex");
  return bytes.toString("base64url");
}

function readCursor(cursor: string): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const ms = bytes.length === 24 ? Number(bytes.readBigInt64BE()) : Number.NaN;
  if (bytes.toString("base64url") !== cursor || !(ms >= 0 && ms < latestMs)) {
    throw refusedField("cursor", "cursorOfClick");
  }
  return {
    createdAt: new Date(ms),
    id: bytes.toString("hex", 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
  };
}

const latestMs = Date.UTC(10_000, 0);
