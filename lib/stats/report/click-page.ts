import type { DateRange } from "../../core/date-range";
import { storedColumns, withPacked } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { oneLink } from "../query/scope";
import { packedOf } from "../sources/raw-clicks";
import { type ClickRecord, recordLabels, recordTime } from "./click-record";

interface Wanted extends Pick<DateRange, "since" | "until"> {
  limit: number;
  offset: number;
  /** How many there are, where that is known: counting those of a large link takes long. */
  total?: number | undefined;
}

/** Clicks on a link in a date range, the latest first, and how many there are. */
export function readClickPage(
  linkId: number,
  { since, until, limit, offset, total }: Wanted,
): Promise<{ clicks: ClickRecord[]; total: number }> {
  const isWanted = Prisma.sql`
    "linkId" = ${linkId} AND "createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz`;
  const latest = (clicks: Prisma.Sql) => Prisma.sql`(
    SELECT ${storedColumns} FROM ${clicks} k WHERE ${isWanted} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit + offset})`;
  const [unpacked, packed] = [Prisma.raw('"Click"'), packedOf(oneLink(linkId))];
  return preferReplica("owners", async (reader) => {
    const clicks = await reader.$queryRaw<ClickRecord[]>`
      SELECT ${recordTime}, ${recordLabels} FROM (${withPacked(latest(unpacked), latest(packed))}) k
      ORDER BY k."createdAt" DESC, "id" DESC LIMIT ${limit} OFFSET ${offset}`;
    if (total !== undefined) return { clicks, total };
    const [counted] = await reader.$queryRaw<[{ total: number }]>`
      SELECT (
        (SELECT count(*) FROM ${unpacked} k WHERE ${isWanted}) + (SELECT count(*) FROM ${packed} k WHERE ${isWanted})
      )::float8 AS "total"`;
    return { clicks, total: counted.total };
  });
}
