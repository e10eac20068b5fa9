import { env } from "../config/env";
import { type ExportFormat, filePieces } from "../core/table-file";
import { database } from "../database/client";
import { type Link, linkInclude, toLink } from "../links/link";

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
] as const satisfies readonly (keyof Link)[];

/** All links, or those with these slugs, oldest first, as pieces of one file. Importing it recreates the same links. */
export function exportLinks(format: ExportFormat, slugs?: string[]): AsyncGenerator<string> {
  return filePieces(pages(slugs), columns, format);
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
