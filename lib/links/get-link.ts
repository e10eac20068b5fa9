import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { type Link, linkInclude, type StoredLink, toLink } from "./link";
import { ownPart } from "./links-part";
import { linkNotFound } from "./outcome";

export const shownLink = (row: StoredLink): Link => toLink(row, ownPart().config.BASE_URL);

/** Throws `not_found`. */
export async function getLink(
  slug: string,
  reader: Pick<Writer, "link"> = database(),
): Promise<Link> {
  const link = (await readLinksBySlug([slug], reader)).get(slug);
  if (!link) throw linkNotFound(slug);
  return link;
}

/** By slug. Links that do not exist are left out. */
export async function readLinksBySlug(
  slugs: readonly string[],
  reader: Pick<Writer, "link">,
): Promise<Map<string, Link>> {
  const possible = slugs.filter(isSlug);
  const rows =
    possible.length === 0
      ? []
      : await reader.link.findMany({ where: { slug: { in: possible } }, include: linkInclude });
  return new Map(rows.map((row) => [row.slug, shownLink(row)]));
}

/** By id, in the order of `ids`. Links that do not exist are left out. */
export async function readLinks(
  ids: readonly number[],
  reader: Pick<Writer, "link"> = database(),
): Promise<Map<number, Link>> {
  const rows =
    ids.length === 0
      ? []
      : await reader.link.findMany({ where: { id: { in: [...ids] } }, include: linkInclude });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [[id, shownLink(row)] as const] : [];
    }),
  );
}

/** Clicks that another shortener counted before the link was imported. */
export async function findImportedClicks(id: number): Promise<number> {
  const row = await database().link.findUnique({ where: { id }, select: { importedClicks: true } });
  return Number(row?.importedClicks ?? 0);
}
