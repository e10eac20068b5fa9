import { stringify } from "csv-stringify/sync";
import { database } from "../database/client";
import { env } from "../env";
import { type Link, linkInclude, toLink } from "../links/link";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const pageSize = 500;

/** What an import reads comes first; the rest is for the reader. */
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
] as const satisfies readonly (keyof Link)[];

/** All links, or those with these slugs, oldest first, as pieces of one file: a page of links is in memory at a time. */
export async function* exportLinks(format: ExportFormat, slugs?: string[]): AsyncGenerator<string> {
  let isFirst = true;
  for await (const links of pages(slugs)) {
    yield format === "csv" ? csvOf(links, isFirst) : `${isFirst ? "[" : ","}\n${links.map((link) => JSON.stringify(link)).join(",\n")}`;
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (isFirst) yield csvOf([], true);
}

async function* pages(slugs: string[] | undefined): AsyncGenerator<Link[]> {
  let afterId = 0;
  for (;;) {
    const rows = await database().link.findMany({
      where: { id: { gt: afterId }, ...(slugs ? { slug: { in: slugs } } : {}) },
      include: linkInclude,
      orderBy: { id: "asc" },
      take: pageSize,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => toLink(row, env().BASE_URL));
    afterId = last.id;
  }
}

/** A value that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection); the import takes it off again. */
function csvOf(links: Link[], header: boolean): string {
  return stringify(links, { columns: [...columns], header, escape_formulas: true, record_delimiter: "\r\n", cast: { boolean: String } });
}
