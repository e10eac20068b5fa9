import { z } from "zod";
import { env } from "../config/env";
import type { CountryAddresses } from "../core/destination-rules";
import { type ExportFormat, filePieces, type SpreadsheetSeparator } from "../core/table-file";
import type { PrismaClient } from "../database/generated/client";
import { preferReplica } from "../database/replica";
import { type Creator, creatorsOf } from "../links/creators";
import { type Link, type LinkRow, linkInclude, toLink, unsetExtras } from "../links/link";
import { linkListSchema } from "../links/list-schema";
import { type LinkSelection, matchingIds } from "../stats/list/browse-links";

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
  .extend({
    excel: z
      .enum(["comma", "semicolon"], { error: "must be comma or semicolon" })
      .meta({
        description:
          "A file for spreadsheets: marked as UTF-8, with the separator that they expect (a semicolon where decimals have a comma), and with an apostrophe before text that they would turn into a number or a date.",
      })
      .transform((name): SpreadsheetSeparator => (name === "comma" ? "," : ";"))
      .optional(),
  });

const pageSize = 500;

/** The columns that an import reads come first; the rest is informational. */
const columns = [
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
  "maxClicks",
  "startsAt",
  "expiredUrl",
  "ios",
  "android",
  "geo",
  "domain",
  "hasPassword",
  "forwardQuery",
  "forwardUtm",
  "description",
  "image",
  "createdBy",
] as const satisfies readonly (keyof ExportedLink)[];

/** A link with what the API does not return. */
type ExportedLink = Required<Omit<Link, "tags" | "aliases" | "geo">> & {
  importedClicks: number | null;
  /** Its name; in JSON an object, as in the API. */
  createdBy: Creator | string;
  tags: string[] | string;
  aliases: string[] | string;
  /** In CSV, JSON. */
  geo: CountryAddresses | string | null;
};

/** Links by slug, or those that match a search and filter. */
export type ExportedLinks = { slugs: string[] } | LinkSelection;

/** The links, oldest first, as pieces of one file. Importing it recreates the same links. */
export function exportLinks(
  format: ExportFormat,
  which: ExportedLinks,
  now: Date,
  spreadsheet?: SpreadsheetSeparator,
): AsyncGenerator<string> {
  return filePieces(pages(format, which, now), columns, format, spreadsheet);
}

async function* pages(
  format: ExportFormat,
  which: ExportedLinks,
  now: Date,
): AsyncGenerator<ExportedLink[]> {
  let afterId = 0;
  for (;;) {
    const after = afterId;
    const rows = await preferReplica("owners", (reader) => readPage(reader, which, after, now));
    const last = rows.at(-1);
    if (!last) return;
    const creators = await creatorsOf(rows);
    yield rows.map((row) => toExported(row, creators.get(row.id) ?? null, format));
    afterId = last.id;
  }
}

async function readPage(
  reader: PrismaClient,
  which: ExportedLinks,
  after: number,
  now: Date,
): Promise<LinkRow[]> {
  const where =
    "slugs" in which
      ? { id: { gt: after }, slug: { in: which.slugs } }
      : {
          id: {
            in: await matchingIds(reader, which, { after, limit: pageSize, isComplete: true }, now),
          },
        };
  return reader.link.findMany({
    where,
    include: linkInclude,
    orderBy: { id: "asc" },
    take: pageSize,
  });
}

function toExported(row: LinkRow, creator: Creator, format: ExportFormat): ExportedLink {
  const { tags = [], note = null, aliases = [], geo = null, ...link } = toLink(row, env().BASE_URL);
  const listed = (names: string[]) => (format === "csv" ? names.join(",") : names);
  const importedClicks = row.importedClicks === null ? null : Number(row.importedClicks);
  return {
    ...unsetExtras,
    ...link,
    importedClicks,
    createdBy: format === "csv" ? (creator?.name ?? "") : creator,
    tags: listed(tags),
    note,
    aliases: listed(aliases),
    geo: format === "csv" && geo ? JSON.stringify(geo) : geo,
  };
}
