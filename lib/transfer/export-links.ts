import type { Spreadsheet } from "../core/spreadsheet";
import { type ExportFormat, filePieces, type Watch } from "../core/table-file";
import { Prisma, type PrismaClient } from "../database/generated/client";
import { preferReplica } from "../database/in-snapshot";
import { type Creator, creatorsOf } from "../links/editor";
import { columns, extraColumns, unsetExtras } from "../links/fields";
import { shownLink } from "../links/get-link";
import type { Link, StoredLink } from "../links/link";
import { linkListSchema } from "../links/list-schema";
import { type LinkSelection, matchingIds } from "../stats/list/browse-links";
import { spreadsheetParameters } from "../stats/query/query";

/** Query of GET /api/links/export.csv. */
export const exportQuerySchema = linkListSchema
  .pick({
    q: true,
    state: true,
    tag: true,
    tagMode: true,
    notTag: true,
    campaign: true,
    channel: true,
    destination: true,
    createdBy: true,
  })
  .extend(spreadsheetParameters);

const pageSize = 500;

/** The columns that an import reads come first; the rest is informational. */
const exported = [
  "slug",
  "url",
  "title",
  "enabled",
  "expiresAt",
  "shortUrl",
  "clickCount",
  "lastClickedAt",
  "botHitCount",
  "createdAt",
  "updatedAt",
  "importedClicks",
  "tags",
  "note",
  "aliases",
  ...extraColumns.map(({ shown }) => shown),
  "createdBy",
] as const satisfies readonly (keyof ExportedLink)[];

const times = [
  "lastClickedAt",
  "createdAt",
  "updatedAt",
  ...columns.flatMap(({ type, name }) => (type === "timestamptz" ? name : [])),
] as (keyof ExportedLink)[];

/** A link with what the API does not return. */
type ExportedLink = Required<Omit<Link, "tags" | "aliases">> & {
  importedClicks: number | null;
  /** Its name; in JSON an object, as in the API. */
  createdBy: Creator | string;
  tags: string[] | string;
  aliases: string[] | string;
};

/**
 * The links that match a search and filters, oldest first, as pieces of one file. Importing it
 * recreates the same links.
 */
export function exportLinks(
  format: ExportFormat,
  which: LinkSelection,
  now: Date,
  spreadsheet?: Spreadsheet,
  watch?: Watch,
): AsyncGenerator<string> {
  return filePieces(pages(format, which, now), exported, format, { spreadsheet, times, watch });
}

async function* pages(
  format: ExportFormat,
  which: LinkSelection,
  now: Date,
): AsyncGenerator<ExportedLink[]> {
  for await (const rows of linkPages(which, now)) {
    const creators = await creatorsOf(rows);
    yield rows.map((row) => toExported(row, creators.get(row.id) ?? null, format));
  }
}

type Totals = NonNullable<StoredLink["totals"]>;

/** Named, because a migration may add others under a version that runs. */
const read = Prisma.raw(
  [
    ...Object.keys(Prisma.LinkScalarFieldEnum).map((name) => `l."${name}"`),
    ...Object.keys(Prisma.LinkTotalsScalarFieldEnum).map((name) => `t."${name}"`),
  ].join(),
);

/** The links that match, oldest first, a page at a time. */
export async function* linkPages(which: LinkSelection, now: Date): AsyncGenerator<StoredLink[]> {
  let afterId = 0;
  for (;;) {
    const after = afterId;
    const rows = await preferReplica("owners", (reader) => readPage(reader, which, after, now));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    afterId = last.id;
  }
}

async function readPage(
  reader: PrismaClient,
  which: LinkSelection,
  after: number,
  now: Date,
): Promise<StoredLink[]> {
  const page = { after, limit: pageSize, isComplete: true };
  const ids = await matchingIds(reader, which, page, now);
  // One statement takes half the time of what Prisma makes of its relation.
  const rows = await reader.$queryRaw<(Omit<StoredLink, "totals"> & Totals)[]>`
    SELECT ${read} FROM "Link" l LEFT JOIN "LinkTotals" t ON t."linkId" = l."id" WHERE l."id" = ANY(${ids}::int[]) ORDER BY l."id"`;
  return rows.map((row) => ({ ...row, totals: row.linkId === null ? null : row }));
}

function toExported(row: StoredLink, creator: Creator, format: ExportFormat): ExportedLink {
  const { tags = [], note = null, aliases = [], ...link } = shownLink(row);
  const listed = (names: string[]) => (format === "csv" ? names.join(",") : names);
  const importedClicks = row.importedClicks === null ? null : Number(row.importedClicks);
  const all: ExportedLink = Object.assign({ ...unsetExtras }, link, {
    importedClicks,
    createdBy: format === "csv" ? (creator?.name ?? "") : creator,
    tags: listed(tags),
    note,
    aliases: listed(aliases),
  });
  if (format === "csv")
    for (const { shown, type } of extraColumns)
      if (type === "jsonb" && all[shown])
        Object.assign(all, { [shown]: JSON.stringify(all[shown]) });
  return all;
}
