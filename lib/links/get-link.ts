import { env } from "../config/env";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { type Link, linkInclude, toLink } from "./link";
import { linkNotFound } from "./link-errors";

export async function getLink(slug: string, reader: Writer = database()): Promise<Link> {
  const row = isSlug(slug) ? await reader.link.findUnique({ where: { slug }, include: linkInclude }) : null;
  if (!row) throw linkNotFound(slug);
  return toLink(row, env().BASE_URL);
}

/** By id. Links that do not exist are left out. */
export async function readLinks(ids: readonly number[], reader: Pick<Writer, "link"> = database()): Promise<Map<number, Link>> {
  const rows = ids.length === 0 ? [] : await reader.link.findMany({ where: { id: { in: [...ids] } }, include: linkInclude });
  return new Map(rows.map((row) => [row.id, toLink(row, env().BASE_URL)]));
}

/** Clicks that another shortener counted before the link was imported. */
export async function findImportedClicks(id: number): Promise<number> {
  const row = await database().link.findUnique({ where: { id }, select: { importedClicks: true } });
  return Number(row?.importedClicks ?? 0);
}
