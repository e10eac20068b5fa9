import type { DateRange } from "../../core/date-range";
import { preferReplica } from "../../database/in-snapshot";
import { type ClickRecord, recordLabels, recordTime } from "./click-record";

interface Wanted extends Pick<DateRange, "since" | "until"> {
  limit: number;
  offset: number;
}

/** Clicks on a link in a date range, the latest first, and how many there are. */
export function readClickPage(
  linkId: number,
  { since, until, limit, offset }: Wanted,
): Promise<{ clicks: ClickRecord[]; total: number }> {
  return preferReplica("owners", async (reader) => {
    const [clicks, counted] = [
      await reader.$queryRaw<ClickRecord[]>`
        SELECT ${recordTime}, ${recordLabels} FROM "Click"
        WHERE "linkId" = ${linkId} AND "createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz
        ORDER BY "Click"."createdAt" DESC, "id" DESC LIMIT ${limit} OFFSET ${offset}`,
      await reader.$queryRaw<[{ total: number }]>`
        SELECT count(*)::float8 AS "total" FROM "Click"
        WHERE "linkId" = ${linkId} AND "createdAt" >= ${since}::timestamptz AND "createdAt" < ${until}::timestamptz`,
    ];
    return { clicks, total: counted[0].total };
  });
}
