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

/** Clicks that another shortener counted before the link was imported. */
export async function findImportedClicks(id: number): Promise<number> {
  const row = await database().link.findUnique({ where: { id }, select: { importedClicks: true } });
  return Number(row?.importedClicks ?? 0);
}
