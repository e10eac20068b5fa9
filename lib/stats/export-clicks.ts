import type { DateRange } from "../core/date-range";
import { type ExportFormat, filePieces } from "../core/table-file";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import type { ClickRecord } from "./click-record";
import type { Filters } from "./query";
import { passes } from "./read-statistics";

const pageSize = 2_000;

const columns = [
  "createdAt",
  "referrer",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "os",
  "locale",
  "utmSource",
  "utmMedium",
  "utmCampaign",
] as const satisfies readonly (keyof ClickRecord)[];

/** Clicks on a link in a date range that pass the filters, oldest first, as pieces of one file. Visitor hashes are not exported. */
export function exportClicks(linkId: number, dateRange: DateRange, filters: Filters, format: ExportFormat): AsyncGenerator<string> {
  return filePieces(pages(linkId, dateRange, filters), columns, format);
}

type Row = Omit<ClickRecord, "createdAt"> & { createdAt: Date; id: string };

async function* pages(linkId: number, { since, until }: DateRange, filters: Filters): AsyncGenerator<ClickRecord[]> {
  let after = { createdAt: since, id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const rows = await database().$queryRaw<Row[]>`
      SELECT "id", "createdAt", coalesce("referrer", 'Direct') AS "referrer", ${Prisma.raw(
        columns
          .slice(2)
          .map((name) => `"${name}"`)
          .join(", "),
      )}
      FROM "Click"
      WHERE "linkId" = ${linkId} AND "createdAt" < ${until}::timestamptz
        AND ("createdAt", "id") > (${after.createdAt}::timestamptz, ${after.id}::uuid) AND ${passes(filters)}
      ORDER BY "createdAt", "id" LIMIT ${pageSize}`;
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id: _, createdAt, ...rest }) => ({ createdAt: createdAt.toISOString(), ...rest }));
    after = last;
  }
}
